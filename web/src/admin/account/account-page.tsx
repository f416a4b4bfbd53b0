import type { AccountResponse, PasskeySummary } from 'content-schema';
import { useState } from 'react';
import { useRequest } from '../../data/keep-session.ts';
import { request } from '../../data/request.ts';
import { useLoaded } from '../../data/use-loaded.ts';
import { Button } from '../../ui/button.tsx';
import { ChangeTime } from '../editing/changes/change-view.tsx';
import { AdminPage, ContentPending } from '../layout/admin-page.tsx';
import { FormSection } from '../layout/sectioned-page.tsx';
import { FormDialog, type Question } from './form-dialog.tsx';

const ACCOUNT = 'GET /auth/account';

const Time = ({ iso }: { readonly iso: string }) => <ChangeTime at={Date.parse(iso)} />;

/** The browser's own reasons are meant for developers. */
const notAdded = (error: unknown): string =>
  error instanceof Error && error.name === 'InvalidStateError'
    ? 'This device already has a passkey for this site.'
    : 'The browser has made no passkey. Please try again.';

/** Why this browser can make no passkey here; undefined if it can. */
const obstacle = (publicUrl: string): string | undefined => {
  if (location.origin !== publicUrl) return `Passkeys can be added at ${publicUrl} only.`;
  if ('PublicKeyCredential' in window) return undefined;
  return 'This browser can’t use passkeys here. They need an address with https.';
};

interface SectionProps {
  readonly account: AccountResponse;
  readonly ask: (question: Question) => void;
}

const Passkeys = ({ account, ask }: SectionProps) => {
  const send = useRequest();
  const { passkeys, publicUrl } = account;
  const reason = obstacle(publicUrl);

  const add: Question = {
    title: 'Add a passkey',
    fields: {
      name: { label: 'Name', hint: 'For example “My phone”.' },
      password: { label: 'Your password', type: 'password', autoComplete: 'current-password' },
    },
    action: 'Continue',
    onSubmit: async ({ name, password }) => {
      const body = { name, password };
      const { response: optionsJSON } = await send('POST /auth/passkeys/new', { body });
      const { startRegistration } = await import('@simplewebauthn/browser');
      const passkey = await startRegistration({ optionsJSON });
      await send('POST /auth/passkeys', { body: { name, passkey } });
    },
    failed: notAdded,
  };

  const rename = ({ id, name: value }: PasskeySummary): Question => ({
    title: 'Rename the passkey',
    fields: { name: { label: 'Name' } },
    values: { name: value },
    action: 'Rename',
    onSubmit: ({ name }) => send('PATCH /auth/passkeys/{id}', { params: { id }, body: { name } }),
    failed: () => 'The passkey could not be renamed',
  });

  const remove = ({ id, name }: PasskeySummary): Question => ({
    title: 'Remove the passkey?',
    text: `“${name}” can no longer be used to sign in here. Remove it in the settings of the device, too.`,
    fields: {},
    action: 'Remove',
    onSubmit: () => send('DELETE /auth/passkeys/{id}', { params: { id } }),
    failed: () => 'The passkey could not be removed',
  });

  return (
    <FormSection id="passkeys" title="Passkeys">
      <p className="note">
        A passkey signs you in with the fingerprint, face or PIN of a device, or with a security
        key. Your password goes on working.
      </p>
      {passkeys.length > 0 && (
        <ul role="list" className="stack-3" aria-label="Passkeys">
          {passkeys.map((passkey) => (
            <li key={passkey.id} className="line">
              <span>
                <span dir="auto">{passkey.name}</span>{' '}
                <span className="remark">
                  added <Time iso={passkey.addedAt} />,{' '}
                  {passkey.usedAt === undefined ? (
                    'not used yet'
                  ) : (
                    <>
                      last used <Time iso={passkey.usedAt} />
                    </>
                  )}
                </span>
              </span>
              <span className="cluster-3">
                <Button variant="plain" onClick={() => ask(rename(passkey))}>
                  Rename<span className="visually-hidden"> {passkey.name}</span>
                </Button>
                <Button variant="plainDanger" onClick={() => ask(remove(passkey))}>
                  Remove<span className="visually-hidden"> {passkey.name}</span>
                </Button>
              </span>
            </li>
          ))}
        </ul>
      )}
      {reason === undefined ? (
        <div>
          <Button onClick={() => ask(add)}>Add a passkey</Button>
        </div>
      ) : (
        <p className="note">{reason}</p>
      )}
    </FormSection>
  );
};

/** `/admin/account` */
const AccountPage = () => {
  const [question, setQuestion] = useState<Question>();
  const load = async () => (await request(ACCOUNT)).response;
  const { response, error, reload } = useLoaded([ACCOUNT], load, 'The account could not be loaded');
  const close = () => {
    setQuestion(undefined);
    reload();
  };
  return (
    <AdminPage title="Account">
      {response ? (
        <Passkeys account={response} ask={setQuestion} />
      ) : (
        <ContentPending error={error} retry={reload} />
      )}
      <FormDialog question={question} onClose={close} />
    </AdminPage>
  );
};

export default AccountPage;
