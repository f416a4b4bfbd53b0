import {
  API_BASE_PATH,
  failureMessages,
  type ConnectedResponse,
  type ConnectionPlan,
  type PlanConnectionRequest,
  counted,
} from 'content-schema';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useSWRConfig } from 'swr';
import { useOfferUndo, useRequest } from '../../../data/keep-session.ts';
import { ApiError, errorOf } from '../../../data/request.ts';
import { useResponse } from '../../../data/use-loaded.ts';
import { SESSION } from '../../../data/use-session.ts';
import { Button } from '../../../ui/button.tsx';
import { Problem } from '../../../ui/messages.tsx';
import { ActionNote, useAction } from '../../core/layout/action.tsx';
import { Slot } from '../../core/feature.tsx';
import { AdminPage, ContentPending } from '../../core/layout/admin-page.tsx';
import { CopyField } from '../../core/layout/copy-field.tsx';
import { PublicRepository } from '../../core/layout/public-repository.tsx';
import { PASSWORD, useAsk, type Question } from '../../core/layout/question.tsx';
import { FormSection } from '../../core/layout/sectioned-page.tsx';

const GITHUB = 'https://github.com';
/** https://docs.github.com/authentication/keeping-your-account-and-data-secure/managing-your-personal-access-tokens */
const NEW_TOKEN = `${GITHUB}/settings/personal-access-tokens/new?contents=write&pull_requests=write&statuses=write`;

const failed = () => failureMessages.changeConnection;

const SITE = { label: 'Address of GitHub', hint: 'Only for GitHub Enterprise.' };

const newApp: Question = {
  title: 'Create a GitHub App',
  text: 'Leave both empty for an App of your own account at github.com.',
  fields: { organization: { label: 'Organization' }, site: SITE },
  action: 'Continue to GitHub',
  onConfirm: async ({ organization, site }) => {
    const query = new URLSearchParams({ organization, site });
    const address = `${API_BASE_PATH}/admin/connection/app?${query}`;
    const response = await fetch(address, { headers: { Accept: 'application/json' } });
    if (!response.ok) throw await errorOf(response);
    location.assign(address);
  },
  failed,
};

type AcceptedPlan = Exclude<ConnectionPlan, { readonly kind: 'refused' }>;

const quoted = (titles: readonly string[]) => titles.map((title) => `“${title}”`).join(', ');

const effectOf = (plan: AcceptedPlan): string => {
  if (plan.kind === 'content') {
    const newest = quoted(plan.newest);
    if (plan.layout) return `It is ${plan.layout.description}. The newest: ${newest}.`;
    return `The repository has content, which this site will show: “${plan.title}” with ${counted(plan.posts, 'post')}${newest && `, the newest ${newest}`}.`;
  }
  if (plan.keeps) {
    return `The repository keeps ${plan.keeps.join(', ')}, and gets the rest of the content as one commit, without its history.`;
  }
  return plan.commits === undefined
    ? 'The repository gets the content as one commit, without its history: git is not installed here.'
    : `The repository gets all content with its whole history: ${counted(plan.commits, 'commit')}.`;
};

const WAYS = {
  label: 'What to do with it',
  options: [
    { value: 'show', label: 'Show it here, in place of the other site' },
    { value: 'write', label: 'Write here, and its generator goes on publishing' },
    { value: 'copy', label: 'Copy posts, pages and pictures into this site, as one commit' },
  ],
};

const LATER_WAYS = { ...WAYS, options: WAYS.options.slice(0, 2) };

const PUBLISHED_AT = {
  label: 'Address of the other site, while it is published',
  hint: 'Visitors are led there, or see the sign-in page if it is empty. Only you see this site.',
};

const publishedIn = (values: Readonly<Record<'way' | 'publishedAt', string>>) =>
  values.way === 'write' ? values.publishedAt : null;

const fateOfProposals = (plan: AcceptedPlan): string => {
  if (plan.proposals.length === 0) return '';
  const isTaken = plan.kind === 'empty' && plan.commits !== undefined;
  const fate = isTaken ? 'become pull requests' : 'stay on this disk';
  return ` Open proposals ${fate}: ${quoted(plan.proposals)}.`;
};

const LeftProposals = ({ where, left }: { where: string; left: readonly string[] }) =>
  left.length > 0 && (
    <>
      <p>Proposals that are only {where}:</p>
      <ul>
        {left.map((proposal) => (
          <li key={proposal}>{proposal}</li>
        ))}
      </ul>
    </>
  );

const Variables = ({ variables, left }: ConnectedResponse) => (
  <div className="stack-3">
    <LeftProposals where="on this disk" left={left} />
    <p>
      The site shows the content at GitHub. The credentials are in DATA_DIR/secrets.json; a host
      without a lasting disk needs these variables instead, which are shown only now:
    </p>
    {variables.map(({ name, value }) => (
      <div key={name}>
        <code className="small">{name}</code>
        <CopyField label={name} value={value} />
      </div>
    ))}
  </div>
);

const ConnectPage = () => {
  const send = useRequest();
  const offerUndo = useOfferUndo();
  const { mutate } = useSWRConfig();
  const [params, setParams] = useSearchParams();
  const ask = useAsk();
  const [outcome, setOutcome] = useState<ReactNode>();
  const { status, run } = useAction();
  const loaded = useResponse('GET /admin/connection', {}, 'It could not be loaded');
  const { response, error, reload } = loaded;
  const { kind, repository = '', problem, app, appProblem, repositories } = response ?? {};
  const { layout, publishedAt } = response ?? {};
  const act = (action: () => Promise<unknown>) => void run(action, { done: '', failed: failed() });

  const code = params.get('code');
  const usedCode = useRef<string>(null);
  // GitHub leads back here once it has made the App.
  useEffect(() => {
    if (code === null || code === usedCode.current || !response) return;
    usedCode.current = code;
    ask({
      title: 'Use the new GitHub App?',
      text: app && `It replaces “${app.name}”.`,
      fields: { password: PASSWORD },
      action: 'Use it',
      onConfirm: async ({ password }) => {
        const body = { code, state: params.get('state') ?? '', password };
        await send('POST /admin/connection/app', { body });
        setParams({}, { replace: true });
        reload();
      },
      failed,
    });
  });

  /** Only the session does not depend on the store, but for the address of the site. */
  const showContent = () => {
    offerUndo([]);
    return Promise.all([mutate((key) => key !== SESSION, undefined), mutate(SESSION)]);
  };

  const disconnect: Question = {
    title: `Disconnect ${repository}?`,
    text: 'The site shows the content on this disk again. The repository stays as it is.',
    fields: { password: PASSWORD },
    action: 'Disconnect',
    onConfirm: async ({ password }) => {
      const { response } = await send('DELETE /admin/connection', { body: { password } });
      setOutcome(
        <div className="stack-3">
          <p>
            {response.hasChanges
              ? 'The content on this disk has all changes that were made at GitHub.'
              : `The changes that were made at GitHub are only there. ${response.reason ?? ''}`}
          </p>
          <LeftProposals where="at GitHub" left={response.left} />
        </div>,
      );
      await showContent();
    },
    failed,
  };

  /** Says what would happen, and asks. Rejects with the reason if the server refuses. */
  const plan = async (target: PlanConnectionRequest) => {
    const { response: plan } = await send('POST /admin/connection/plan', { body: target });
    if (plan.kind === 'refused') throw new ApiError(plan.reason, { status: 422 });
    const foreign = plan.kind === 'content' ? plan.layout : undefined;
    const site = target.site || (app ? new URL(app.url).origin : GITHUB);
    ask({
      title: `Connect ${target.repository}?`,
      text: (
        <>
          <p>
            {effectOf(plan)}
            {fateOfProposals(plan)}{' '}
            {plan.kind === 'content' && <a href={plan.address}>See how it would look.</a>} What is
            on this disk stays there, and “Disconnect” goes back to it.
          </p>
          {plan.isPublic && <PublicRepository page={`${site}/${target.repository}`} />}
        </>
      ),
      ...(foreign && { ways: WAYS }),
      values: { way: 'show', publishedAt: foreign?.address ?? '' },
      fields: { ...(foreign && { publishedAt: PUBLISHED_AT }), password: PASSWORD },
      action: 'Connect',
      busy: 'Connecting… A long history takes some minutes.',
      onConfirm: async ({ password, ...values }) => {
        if (values.way === 'copy') {
          const { response } = await send('POST /admin/posts/copy');
          setOutcome(<p>{response.message}</p>);
          return;
        }
        const publishedAt = publishedIn(values);
        const body = { ...target, kind: plan.kind, password, publishedAt };
        const connected = await send('PUT /admin/connection', { body });
        setOutcome(<Variables {...connected.response} />);
        await showContent();
      },
      failed,
    });
  };

  /** Asks again later where the content is published. */
  const publish: Question = {
    title: 'Where is it published?',
    ways: LATER_WAYS,
    fields: { publishedAt: PUBLISHED_AT },
    values: {
      way: publishedAt === undefined ? 'show' : 'write',
      publishedAt: publishedAt ?? layout?.address ?? '',
    },
    action: 'Save',
    onConfirm: async (values) => {
      await send('PATCH /admin/connection', { body: { publishedAt: publishedIn(values) } });
      await showContent();
    },
    failed,
  };

  const token: Question = {
    title: 'Connect with a token',
    fields: {
      repository: { label: 'Repository', hint: 'As owner/name.' },
      token: { label: 'Token', type: 'password', autoComplete: 'off' },
      site: SITE,
    },
    action: 'Continue',
    onConfirm: ({ repository, token, site }) => plan({ repository, token, site }),
    failed,
  };

  return (
    <AdminPage title="Connect GitHub">
      {response ? (
        <div className="stack-7">
          <FormSection id="state" title="Current state">
            <p>
              {kind === 'local'
                ? 'The content is only on this disk.'
                : `The content is at GitHub, in ${repository}.`}
              {kind === 'configured' &&
                ' The variables CONTENT_REPOSITORY and GITHUB_TOKEN, or those of a GitHub App, say so: change them and start the site again.'}
            </p>
            {problem !== undefined && <Problem>{problem}</Problem>}
            {response.isPublic && response.page !== undefined && (
              <PublicRepository page={response.page} />
            )}
            <div role="status">{outcome}</div>
            {layout && (
              <p>
                It is {layout.description}. <Slot name="layout" />
              </p>
            )}
            {publishedAt !== undefined && (
              <p>
                Visitors are led to {publishedAt || 'the sign-in page'}. Only you see this site.
              </p>
            )}
            {kind === 'connected' && (layout ?? publishedAt) !== undefined && (
              <Button onClick={() => ask(publish)}>Change where it is published</Button>
            )}
            {kind === 'connected' && <Button onClick={() => ask(disconnect)}>Disconnect</Button>}
          </FormSection>
          {kind !== 'local' && <Slot name="connected" />}
          {(kind === 'local' || (kind === 'connected' && problem !== undefined)) && (
            <>
              <FormSection id="app" title="With a GitHub App">
                <p className="note">
                  You own the App, and it can write only to the repositories that you choose.
                  {!response.canReceive &&
                    ' GitHub can’t reach this address, so pushes appear after up to 30 seconds.'}
                </p>
                {app && (
                  <p>
                    <a href={app.installUrl}>Install “{app.name}” on a repository</a>
                  </p>
                )}
                {appProblem !== undefined && <Problem>{appProblem}</Problem>}
                {repositories?.map(({ name, isPublic }) => (
                  <div key={name} className="line">
                    <Button onClick={() => act(() => plan({ repository: name }))}>
                      Choose {name}
                    </Button>
                    {isPublic && <span className="note">public</span>}
                  </div>
                ))}
                <Button variant="primary" onClick={() => ask(newApp)}>
                  Create a GitHub App
                </Button>
              </FormSection>
              <FormSection id="token" title="With a token">
                <p className="note">
                  <a href={NEW_TOKEN}>Create a fine-grained token</a> for one repository, with
                  “Contents”, “Pull requests” and “Commit statuses”: read and write. The repository
                  may be <a href={`${GITHUB}/new`}>a new one</a>.
                </p>
                <Button onClick={() => ask(token)}>Use a token</Button>
              </FormSection>
            </>
          )}
        </div>
      ) : (
        <ContentPending error={error} retry={reload} />
      )}
      <ActionNote status={status} />
    </AdminPage>
  );
};

export default ConnectPage;
