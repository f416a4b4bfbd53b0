/** Changes the store of the site: `decisions/013-the-store-is-changed-while-running.md`. */
import {
  type ConnectedResponse,
  type ConnectionPlan,
  type ConnectionResponse,
  type ConnectRequest,
  type DisconnectedResponse,
} from 'content-schema';
import { randomBytes } from 'node:crypto';
import type { AuthState } from '../../core/auth/auth-state.ts';
import type { Credentials } from '../../core/auth/credentials.ts';
import {
  changeSecrets,
  readSecrets,
  type Secrets,
  type StoredConnection,
} from '../../core/auth/secrets.ts';
import { createSingleUseTokens } from '../../core/auth/sign-in-links.ts';
import { createCacheRegistry } from '../../core/cache.ts';
import type { Content } from '../../core/content.ts';
import type { SiteAccess } from '../../core/http/deps.ts';
import { invalidInput } from '../../core/reading/errors.ts';
import { summaryOfLayout } from '../../core/reading/layout-summary.ts';
import {
  GitStoreError,
  isTransient,
  NotFound,
  StaleHead,
  StoreRefused,
} from '../../core/git-store/errors.ts';
import type { CommitSha, GitStore, ProposalInfo, Tree } from '../../core/git-store/git-store.ts';
import { exchangeManifestCode, listAppRepositories } from '../../core/git-store/github/app.ts';
import { messageOf } from '../../core/log.ts';
import {
  createGitHubGitStore,
  findWriteProblem,
} from '../../core/git-store/github/github-git-store.ts';
import { openGitHubRepository } from '../../core/git-store/github/github-repository.ts';
import { readHeadIfAny } from '../../core/git-store/github/head.ts';
import { apiUrlOf, readProperties } from '../../core/git-store/github/repository-info.ts';
import {
  continues,
  countCommits,
  fetchHistory,
  pushHistory,
} from '../../core/git-store/github/transfer.ts';

interface Options extends SiteAccess {
  readonly authState: AuthState;
  readonly content: Content;
}

type Target = Omit<ConnectRequest, 'kind' | 'password'> & { readonly site: string };

interface Inspected {
  readonly target: StoredConnection;
  readonly plan: Exclude<ConnectionPlan, { readonly kind: 'refused' }>;
  /** Of a repository whose files are kept. */
  readonly head?: CommitSha;
}

/** By id. */
type MovedProposals = Map<string, { readonly head: CommitSha; readonly left: string }>;

const NEWEST = 5;
/** Of a response with content: GitHub sends up to 7 MB of a listing, and a video of 20 MB is 28 MB. */
const CONTENT_MAX_BYTES = 32 * 1024 * 1024;
/** What a repository has that was created with a README at GitHub. */
const BEGINNING =
  /^(?:readme|licen[cs]e|copying|notice)(?:\.[^/]*)?$|^\.git(?:ignore|attributes|hub\/.*)$/i;
const FIRST_SUBJECT = 'Move the content to GitHub';
const CONFIGURED = 'The variable CONTENT_REPOSITORY sets the repository: change it there.';
const IS_LOCAL = 'It is local.';
const DEFAULT_API = 'https://api.github.com';

/** GitHub refuses webhooks to addresses that it can't reach. */
const UNREACHABLE = /^(?:127|10|192\.168)\.|^[^.]+$|\.(?:local|localhost|internal)$/;

/** The variables with the same effect, named as in `render.yaml`. */
const variablesOf = (
  { owner, name, branch, apiUrl, auth, webhookSecret, publishedAt }: StoredConnection,
  { administrator, sessionSecrets }: Credentials,
): ConnectedResponse['variables'] => {
  const credentials =
    'token' in auth
      ? { GITHUB_TOKEN: auth.token }
      : {
          GITHUB_APP_ID: auth.appId,
          GITHUB_APP_PRIVATE_KEY: auth.privateKey.trim().replaceAll('\n', '\\n'),
          GITHUB_APP_INSTALLATION_ID: String(auth.installationId),
        };
  return Object.entries({
    CONTENT_REPOSITORY: `${owner}/${name}`,
    ...(branch !== 'main' && { CONTENT_BRANCH: branch }),
    ...(apiUrl !== DEFAULT_API && { GITHUB_API_URL: apiUrl }),
    ...credentials,
    GITHUB_WEBHOOK_SECRET: webhookSecret,
    ...(publishedAt && { PUBLISHED_AT: publishedAt }),
    ADMIN_EMAIL: administrator.email,
    ADMIN_PASSWORD_HASH: administrator.passwordHash,
    SESSION_SECRET: sessionSecrets.join(','),
  }).map(([variable, value]) => ({ name: variable, value }));
};

export const createConnection = (options: Options) => {
  const { config, local, credentials, store, content, openContent, reopen } = options;
  const { dataDir, publicUrl } = config;
  /** They stand for an App that is being made. */
  const states = createSingleUseTokens(credentials.sessionSecrets, options.authState, 'new Apps');
  const kind = !config.github ? 'local' : config.github.isStored ? 'connected' : 'configured';
  const canReceive = !UNREACHABLE.test(new URL(publicUrl).hostname);

  const apiUrlAt = (site: string): string => {
    if (config.production && site.startsWith('http:'))
      throw invalidInput('site', 'Begin with https:');
    return apiUrlOf(site);
  };

  const findTarget = async ({ repository, branch, token, site }: Target) => {
    if (kind === 'configured') throw new StoreRefused(CONFIGURED);
    const [owner = '', name = ''] = repository.split('/');
    const named = { owner, name, branch: branch ?? '' };
    const { app, connection } = await readSecrets(dataDir);
    // A webhook that exists already goes on working. GitHub makes no secret for an App without one.
    const ownSecret = connection?.webhookSecret || randomBytes(24).toString('base64url');
    if (token !== undefined) {
      return { ...named, apiUrl: apiUrlAt(site), auth: { token }, webhookSecret: ownSecret };
    }
    if (!app) throw invalidInput('token', 'Enter a token, or create a GitHub App first');
    const { apiUrl, appId, privateKey } = app;
    const webhookSecret = app.webhookSecret || ownSecret;
    const installed = (await listAppRepositories(app)).find(
      (each) => each.name.toLowerCase() === repository.toLowerCase(),
    );
    if (!installed) {
      throw new StoreRefused(`The App "${app.name}" is not installed on ${repository} yet.`);
    }
    const { installationId } = installed;
    return { ...named, apiUrl, auth: { appId, privateKey, installationId }, webhookSecret };
  };

  const openStore = (target: StoredConnection, firstContent = new Map<string, Uint8Array>()) =>
    createGitHubGitStore({
      ...{ ...target, maxBytes: CONTENT_MAX_BYTES },
      firstContent: () => Promise.resolve(firstContent),
      firstSubject: FIRST_SUBJECT,
      caches: createCacheRegistry(),
    });

  const describeContent = async (remote: GitStore) => {
    const snapshot = await openContent(remote).reader.current();
    const { revision, site, posts } = snapshot;
    const layout = summaryOfLayout(snapshot);
    return {
      ...{ title: site.title, posts: posts.length, address: `/past/${revision}/` },
      ...(layout && { layout }),
      newest: posts.slice(0, NEWEST).map(({ title }) => title),
    };
  };

  /** Finds out what a connection would do. Throws store errors for what is refused. */
  const inspect = async (request: Target): Promise<Inspected> => {
    const named = await findTarget(request);
    const { isPublic, defaultBranch, ...moved } = await readProperties(openGitHubRepository(named));
    const target = { ...named, ...moved, branch: named.branch || defaultBranch };
    const { branch } = target;
    const repository = openGitHubRepository(target);
    const head = await readHeadIfAny(repository);
    const { proposals: open } = kind === 'local' ? await store.proposals() : { proposals: [] };
    const common = { branch, isPublic, proposals: open.map(({ title }) => title) };
    const remote = openStore(target);
    const paths = head === undefined ? [] : [...(await remote.list(head)).keys()];
    const isEmpty = paths.every((path) => BEGINNING.test(path));
    if (isEmpty && kind !== 'local') {
      throw new StoreRefused(`${request.repository} is empty. Disconnect the site first.`);
    }
    const problem = head && (await findWriteProblem(repository));
    if (problem) throw problem;
    if (head === undefined || (kind === 'local' && (await continues(local, head)))) {
      const commits = await countCommits(local);
      const counted = commits !== undefined && { commits };
      return { target, plan: { kind: 'empty', ...common, ...counted } };
    }
    if (isEmpty) return { target, head, plan: { kind: 'empty', ...common, keeps: paths } };
    return { target, plan: { kind: 'content', ...common, ...(await describeContent(remote)) } };
  };

  /** Pushes or fetches the branch of a proposal; returns why it stays where it is, or ''. */
  const moveProposal = async (
    move: typeof pushHistory,
    connection: StoredConnection,
    { branch, title }: ProposalInfo,
  ): Promise<string> => {
    try {
      if (branch === undefined) throw new StoreRefused('It is from a fork.');
      if (branch === connection.branch || branch === local.branch) {
        throw new StoreRefused(`The branch of the site has the same name, "${branch}".`);
      }
      await move({ ...connection, branch }, { ...local, branch });
      if (move === pushHistory) {
        // GitHub allows 256 characters.
        const text = title.slice(0, 256) || branch;
        await openStore(connection).pullRequests.open({ branch, title: text, body: '' });
      }
      return '';
    } catch (error) {
      return `“${title}”: ${messageOf(error)}`;
    }
  };

  /** Moves all proposals but those `moved` before that have no new commit; returns why some stay. */
  const moveProposals = async (
    move: typeof pushHistory,
    connection: StoredConnection,
    moved: MovedProposals = new Map(),
  ): Promise<string[]> => {
    for (const proposal of (await store.proposals()).proposals) {
      const { id, head } = proposal;
      if (moved.get(id)?.head === head) continue;
      moved.set(id, { head, left: await moveProposal(move, connection, proposal) });
    }
    return [...moved.values()].flatMap(({ left }) => left || []);
  };

  /** Writes the present files as one commit: for want of git, or on the files at `head`. */
  const pushFiles = async (target: StoredConnection, head?: CommitSha): Promise<void> => {
    const kept: Tree = head === undefined ? new Map() : await openStore(target).list(head);
    const own = [...(await store.list(await store.head()))].filter(([path]) => !kept.has(path));
    const tree: Tree = new Map([...kept, ...own]);
    const blobs = await store.read(own.map(([, { sha }]) => sha));
    const files = own.map(([path, { sha }]): [string, Uint8Array] => {
      const bytes = blobs.get(sha);
      if (!(bytes instanceof Uint8Array)) throw bytes ?? new NotFound(`${path} is missing`);
      return [path, bytes];
    });
    const remote = openStore(target, new Map(files));
    const problem = await remote.check();
    if (problem) throw problem;
    if (head !== undefined) {
      const message = { message: FIRST_SUBJECT, operationId: randomBytes(16).toString('hex') };
      await remote.commit({ ...message, expectedHead: head, changes: new Map(files) });
    }
    const written = await remote.list(await remote.head());
    const isSame = [...tree].every(([path, { sha }]) => written.get(path)?.sha === sha);
    if (!isSame || written.size !== tree.size) {
      throw new StaleHead('Others have written to the repository meanwhile.');
    }
  };

  return {
    read: async (): Promise<ConnectionResponse> => {
      const { app } = kind === 'configured' ? {} : await readSecrets(dataDir);
      const listed =
        app &&
        (await listAppRepositories(app).then(
          (all) => ({ repositories: all.map(({ name, isPublic }) => ({ name, isPublic })) }),
          (error: unknown) => ({ appProblem: messageOf(error) }),
        ));
      const { info, saves, reader } = content;
      const isPublic = await info.isPublic?.();
      const { snapshot, failure } = reader.state();
      const problem = saves.failure() ?? failure;
      const layout = snapshot && summaryOfLayout(snapshot);
      const publishedAt = config.github?.publishedAt;
      const commits = await countCommits(local);
      return {
        kind,
        ...(kind !== 'local' && { repository: info.repository, branch: info.branch }),
        ...(info.pages && { page: info.pages.repository }),
        ...(isPublic !== undefined && { isPublic }),
        ...(layout && { layout }),
        ...(publishedAt !== undefined && { publishedAt }),
        ...(kind !== 'local' && problem && { problem: problem.message }),
        ...(app && {
          app: { name: app.name, url: app.url, installUrl: `${app.url}/installations/new` },
        }),
        ...listed,
        ...(commits !== undefined && { commits }),
        canReceive,
      };
    },

    /** Returns the form that makes an App: https://docs.github.com/apps/sharing-github-apps/registering-a-github-app-from-a-manifest */
    newApp: (session: string, site: string, organization: string) => {
      const owner = organization === '' ? '' : `/organizations/${organization}`;
      const state = states.make({ session, apiUrl: apiUrlAt(site) });
      const page = `${publicUrl}/admin/connect`;
      const permissions = { contents: 'write', pull_requests: 'write', statuses: 'write' };
      const manifest = {
        // GitHub allows 34 characters.
        name: `Site ${new URL(publicUrl).hostname}`.slice(0, 34),
        ...{ url: publicUrl, redirect_url: page, setup_url: page, public: false },
        default_permissions: { ...permissions, metadata: 'read' },
        ...(canReceive && {
          hook_attributes: { url: `${publicUrl}/api/webhooks/github`, active: true },
          default_events: [
            ...['push', 'pull_request', 'pull_request_review', 'pull_request_review_comment'],
          ],
        }),
      };
      return { action: `${site}${owner}/settings/apps/new?state=${state}`, manifest };
    },

    /** Stores the App that GitHub has made. Throws `InvalidInput` and store errors. */
    addApp: async (session: string, code: string, state: string): Promise<void> => {
      if (kind === 'configured') throw new StoreRefused(CONFIGURED);
      const data = await states.use(state);
      if (!data) {
        throw invalidInput(
          'state',
          'This was used before, or is over 10 minutes old. Begin again.',
        );
      }
      if (data['session'] !== session) {
        throw invalidInput('state', 'This was begun in another session. Begin again.');
      }
      const app = await exchangeManifestCode(String(data['apiUrl']), code);
      await changeSecrets(dataDir, (secrets) => ({ ...secrets, app }));
    },

    plan: async (request: Target): Promise<ConnectionPlan> => {
      try {
        return (await inspect(request)).plan;
      } catch (error) {
        if (!(error instanceof GitStoreError) || isTransient(error)) throw error;
        return { kind: 'refused', reason: error.message };
      }
    },

    /** Throws `StaleHead` if the repository is not as the administrator saw it. */
    connect: async (request: Target, expected: string): Promise<ConnectedResponse> => {
      const { target, plan, head } = await inspect(request);
      if (plan.kind !== expected) {
        throw new StaleHead('The repository has changed meanwhile. Look at it again.');
      }
      const connection = { ...target, publishedAt: request.publishedAt ?? undefined };
      const moved: MovedProposals = new Map();
      let left: string[] = [];
      const move = async (): Promise<void> => {
        if (plan.kind !== 'empty') return;
        if (plan.commits === undefined) return pushFiles(target, head);
        await pushHistory(target, local);
        left = await moveProposals(pushHistory, target, moved);
      };
      // So that saves wait for the last commits only.
      if (plan.kind === 'empty' && plan.commits !== undefined) await move();
      await reopen(async () => {
        await move();
        await changeSecrets(dataDir, (secrets) => ({ ...secrets, connection }));
      });
      return { variables: variablesOf(connection, credentials), left };
    },

    /** Shows the content here, or leads visitors to where another generator publishes it. */
    publish: async (publishedAt: string | undefined): Promise<void> => {
      if (kind !== 'connected') throw new StoreRefused(kind === 'local' ? IS_LOCAL : CONFIGURED);
      const edit = ({ connection, ...secrets }: Secrets) => ({
        ...secrets,
        connection: connection && { ...connection, publishedAt },
      });
      await reopen(() => changeSecrets(dataDir, edit));
    },

    /** Goes back to the local content, with what was changed at GitHub if it continues that. */
    disconnect: async (): Promise<DisconnectedResponse> => {
      const { connection } = kind === 'connected' ? await readSecrets(dataDir) : {};
      if (!connection) throw new StoreRefused(kind === 'local' ? IS_LOCAL : CONFIGURED);
      return reopen(async () => {
        const reason = await fetchHistory(connection, local).then(() => undefined, messageOf);
        // Without the history, its proposals continue nothing here.
        const moving = reason === undefined ? moveProposals(fetchHistory, connection) : [];
        const left = await Promise.resolve(moving).catch((error: unknown) => [messageOf(error)]);
        await changeSecrets(dataDir, ({ connection: _, app: __, ...others }) => others);
        return { hasChanges: reason === undefined, ...(reason !== undefined && { reason }), left };
      });
    },
  };
};
