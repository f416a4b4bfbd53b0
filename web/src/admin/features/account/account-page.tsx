import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser';
import {
  emailIsSet,
  failureMessages,
  passwordIsSet,
  type AccountResponse,
  type PasskeySummary,
} from 'content-schema';
import { useSWRConfig } from 'swr';
import { useRequest } from '../../../data/keep-session.ts';
import { SESSION, useSession } from '../../../data/use-session.ts';
import { useResponse } from '../../../data/use-loaded.ts';
import { Button } from '../../../ui/button.tsx';
import { ChangeTime } from '../../core/editing/changes/change-view.tsx';
import { AdminPage, ContentPending } from '../../core/layout/admin-page.tsx';
import { FormSection, SectionedPage } from '../../core/layout/sectioned-page.tsx';
import { PASSWORD, useAsk, type Question } from '../../core/layout/question.tsx';

const SECTIONS = {
  passkeys: { id: 'passkeys', title: 'Passkeys' },
  email: { id: 'email', title: 'Email' },
  password: { id: 'password', title: 'Password' },
  sessions: { id: 'sessions', title: 'Sessions' },
} as const;

/** The browser's own reasons are meant for developers. */
const notAdded = (error: unknown): string =>
  error instanceof Error && error.name === 'InvalidStateError'
    ? 'This device already has a passkey for this site.'
    : 'The browser has made no passkey. Please try again.';

/** Why this browser can make no passkey here; undefined if it can. */
const obstacle = (publicUrl: string): string | undefined => {
  if (location.origin !== publicUrl) return `Passkeys can be added at ${publicUrl} only.`;
  if ('PublicKeyCredential' in window) return undefined;
  return isSecureContext
    ? 'This browser has no passkeys.'
    : 'This browser can’t use passkeys here. They need an address with https.';
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
    fields: { name: { label: 'Name', hint: 'For example “My phone”.' }, password: PASSWORD },
    action: 'Continue',
    onConfirm: async ({ name, password }) => {
      const body = { name, password };
      const { response } = await send('POST /auth/passkeys/new', { body });
      const optionsJSON = response as PublicKeyCredentialCreationOptionsJSON;
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
    onConfirm: ({ name }) => send('PATCH /auth/passkeys/{id}', { params: { id }, body: { name } }),
    failed: () => 'The passkey could not be renamed',
  });

  const remove = ({ id, name }: PasskeySummary): Question => ({
    title: 'Remove the passkey?',
    text: `“${name}” can no longer be used to sign in here. Remove it in the settings of the device, too.`,
    fields: { password: PASSWORD },
    action: 'Remove',
    onConfirm: ({ password }) =>
      send('DELETE /auth/passkeys/{id}', { params: { id }, body: { password } }),
    failed: () => 'The passkey could not be removed',
  });

  return (
    <FormSection {...SECTIONS.passkeys}>
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
                  added <ChangeTime at={passkey.addedAt} />,{' '}
                  {passkey.usedAt === undefined ? 'not used yet' : 'last used '}
                  {passkey.usedAt !== undefined && <ChangeTime at={passkey.usedAt} />}
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
        <Button onClick={() => ask(add)}>Add a passkey</Button>
      ) : (
        <p className="note">{reason}</p>
      )}
    </FormSection>
  );
};

const Email = ({ account, ask }: SectionProps) => {
  const send = useRequest();
  const { mutate } = useSWRConfig();
  const change: Question = {
    title: 'Change the email',
    text: 'All your other sessions end, in every other browser.',
    fields: {
      email: { label: 'New email', type: 'email', autoComplete: 'username' },
      password: PASSWORD,
    },
    action: 'Change the email',
    onConfirm: async ({ email, password }) => {
      await send('PUT /auth/email', { body: { email, password } });
      await mutate(SESSION);
    },
    failed: () => failureMessages.changeAccount,
  };
  return (
    <FormSection {...SECTIONS.email}>
      <p className="note">You sign in with it, and it is the author’s of each change.</p>
      {account.canChangeEmail ? (
        <Button onClick={() => ask(change)}>Change the email</Button>
      ) : (
        <p className="note">{emailIsSet}</p>
      )}
    </FormSection>
  );
};

const Password = ({ account, ask }: SectionProps) => {
  const send = useRequest();
  const change: Question = {
    title: 'Change the password',
    text: 'All your other sessions end, in every other browser.',
    fields: {
      password: PASSWORD,
      newPassword: { label: 'New password', type: 'password', autoComplete: 'new-password' },
    },
    action: 'Change the password',
    onConfirm: ({ password, newPassword }) =>
      send('PUT /auth/password', { body: { password, newPassword } }),
    failed: () => failureMessages.changeAccount,
  };
  return (
    <FormSection {...SECTIONS.password}>
      {account.canChangePassword ? (
        <Button onClick={() => ask(change)}>Change the password</Button>
      ) : (
        <p className="note">{passwordIsSet}</p>
      )}
    </FormSection>
  );
};

const Sessions = ({ ask }: Pick<SectionProps, 'ask'>) => {
  const { logout } = useSession();

  const endAll: Question = {
    title: 'Sign out everywhere?',
    text: 'All your sessions end, in this browser and in every other one. Edits that are open there are not saved.',
    action: 'Sign out everywhere',
    onConfirm: () => logout('everywhere'),
    failed: () => `${failureMessages.logOut}. Please try again.`,
  };

  return (
    <FormSection {...SECTIONS.sessions}>
      <Button onClick={() => ask(endAll)}>Sign out everywhere</Button>
    </FormSection>
  );
};

const AccountPage = () => {
  const askOne = useAsk();
  const failed = 'The account could not be loaded';
  const { response, error, reload } = useResponse('GET /auth/account', {}, failed);
  const ask = (question: Question) =>
    askOne({
      ...question,
      onConfirm: async (values) => {
        await question.onConfirm(values);
        reload();
      },
    });
  return (
    <AdminPage title="Account">
      {response ? (
        <SectionedPage label="Sections of the account" sections={Object.values(SECTIONS)}>
          <Passkeys account={response} ask={ask} />
          <Email account={response} ask={ask} />
          <Password account={response} ask={ask} />
          <Sessions ask={ask} />
        </SectionedPage>
      ) : (
        <ContentPending error={error} retry={reload} />
      )}
    </AdminPage>
  );
};

export default AccountPage;
