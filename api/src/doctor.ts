/** `npm run doctor`: what in the configuration, and around it, keeps the site from working as it should. */
import { existsSync } from 'node:fs';
import { access, constants, stat, statfs } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { HealthResponse } from 'content-schema';
import { readSessionSecrets } from './core/auth/credentials.ts';
import { withStoredConnection } from './core/auth/secrets.ts';
import { LINK_MINUTES, makeSignInLink } from './core/auth/sign-in-links.ts';
import { createLastBackup, isOutdated } from './core/last-backup.ts';
import { ConfigError, readConfig, type Config, type GitHubConfig } from './core/config.ts';
import { createBranchRef } from './core/git-store/local/branch-ref.ts';
import { checkRepository, findDamagedFiles } from './core/git-store/local/check-repository.ts';
import { unwritableMessage } from './core/git-store/files.ts';
import { createObjects } from './core/git-store/local/objects.ts';
import { missingBranchError } from './core/git-store/local/repository.ts';
import { diagnoseGitHub, type GitHubDiagnosis } from './core/git-store/github/diagnose.ts';
import { fetchFrom } from './core/git-store/github/fetch-from.ts';
import { messageOf } from './core/log.ts';
import { MARKER } from './open-store.ts';

interface Finding {
  readonly sign: '✓' | '–' | '!' | '✗';
  readonly topic: string;
  readonly text: string;
}

/** Sessions and an App's sign-in depend on the time; GitHub allows an App a minute. */
const CLOCK_TOLERANCE_MS = 30_000;
const LITTLE_QUOTA = 500;
const LITTLE_DISK_MB = 500;
const ADDRESS_TIMEOUT_MS = 5_000;
const MEGABYTE = 1024 * 1024;

/** In these a cache says where a response comes from. */
const CACHE_HEADERS = ['Age', 'Cache-Status', 'X-Cache', 'CF-Cache-Status'];
/** Made up, with signatures, so that the response sets a cookie. */
const SESSION = { Cookie: 'session=a; session.sig=b; __Host-session=a; __Host-session.sig=b' };
const PRIVATE = ['/api/content', '/api/auth/me', '/api/admin/store', '/admin'];
const SIZED_PHOTO = /srcset="((\/photos\/[^/]+)\/[^ ",]+\.(\w+))/i;

const ok = (topic: string, text: string): Finding => ({ sign: '✓', topic, text });
const warning = (topic: string, text: string): Finding => ({ sign: '!', topic, text });
const error = (topic: string, text: string): Finding => ({ sign: '✗', topic, text });

const diagnoseConfig = ({ warnings, production, publicUrl }: Config): Finding[] => [
  ok('Configuration', `valid, for ${publicUrl}${production ? ', in production' : ''}`),
  ...warnings.map((line) => warning('Configuration', line)),
];

/** What is missing without a permission. */
const PURPOSES: Readonly<Record<string, string>> = {
  'Pull requests': 'proposals can be neither listed nor opened',
  'Commit statuses': 'pull requests at GitHub don’t say whether they are ready',
};

const diagnosePermission = ([name, isGranted]: [string, boolean]): Finding => {
  const permission = `"${name}: read and write"`;
  if (isGranted) return ok('Permissions', `they include ${permission}`);
  const text = `${permission} is missing: ${PURPOSES[name] ?? ''}. Add it to the token or App at GitHub; saves work without it`;
  return warning('Permissions', text);
};

const diagnoseWebhook = (
  { webhookSecret }: GitHubConfig,
  { publicUrl, contentMaxAgeSeconds }: Config,
  webhooks: readonly string[] | undefined,
): Finding => {
  const topic = 'Webhook';
  const address = `${publicUrl}/api/webhooks/github`;
  const otherwise = `a push shows after ${contentMaxAgeSeconds} seconds`;
  if (!webhookSecret) {
    return warning(topic, `GITHUB_WEBHOOK_SECRET is not set: ${otherwise}`);
  }
  if (!webhooks) {
    return { sign: '–', topic, text: `not checked: GitHub is to send pushes to ${address}` };
  }
  return webhooks.includes(address)
    ? ok(topic, `GitHub sends pushes to ${address}`)
    : warning(topic, `GitHub has none with the address ${address}: ${otherwise}`);
};

/** Sends a request on a visitor's way, as far as this machine can. */
const diagnoseAddress = async (
  { publicUrl, trustedProxies }: Config,
  head: string | undefined,
): Promise<Finding[]> => {
  const topic = 'Public address';
  try {
    const signal = AbortSignal.timeout(ADDRESS_TIMEOUT_MS);
    const response = await fetchFrom(publicUrl, `${publicUrl}/healthz`, { signal });
    const { revision, proxies = 0 } = (await response.json()) as Partial<HealthResponse>;
    const harm = proxies > trustedProxies ? 'all visitors count as one' : 'addresses can be forged';
    const late = `${publicUrl} does not serve the newest commit: it may be another site, or late`;
    return [
      revision === head ? ok(topic, `${publicUrl} serves the newest commit`) : warning(topic, late),
      proxies === trustedProxies
        ? ok('Proxies', `${proxies}, as TRUST_PROXY says`)
        : error('Proxies', `${proxies}, so that ${harm}: set TRUST_PROXY to ${proxies}`),
    ];
  } catch {
    const text = `this site does not answer at ${publicUrl}, asked from this machine: start it, or check name, certificate, redirects and proxies`;
    return [warning(topic, text)];
  }
};

const diagnoseBranch = ({ head, isProtected }: GitHubDiagnosis, branch: string): Finding => {
  if (head === undefined) return ok('Branch', 'the repository is empty: the first start fills it');
  return isProtected
    ? warning('Branch', `"${branch}" is protected: its rules have to let the credentials push`)
    : ok('Branch', `"${branch}" is not protected, so saves reach it`);
};

const diagnoseClock = ({ clockAheadMs }: GitHubDiagnosis): Finding => {
  if (Math.abs(clockAheadMs) <= CLOCK_TOLERANCE_MS) return ok('Clock', 'it agrees with GitHub');
  const seconds = Math.round(Math.abs(clockAheadMs) / 1000);
  return error('Clock', `it is ${seconds} seconds ${clockAheadMs > 0 ? 'ahead' : 'behind'}`);
};

const diagnoseRepository = async (github: GitHubConfig, config: Config): Promise<Finding[]> => {
  const repository = `${github.owner}/${github.name}`;
  const { branch } = config;
  const diagnosis = await diagnoseGitHub({ ...github, branch });
  const { quota, writeProblem, permissions, isPublic, page } = diagnosis;
  const isLittle = quota.remaining < LITTLE_QUOTA;
  const left = `${quota.remaining} of ${quota.limit} requests are left for this hour`;
  const exposed = `anyone can read hidden and planned posts and their photos, since it is public: make it private at ${page}/settings`;
  return [
    ok('Token', `GitHub accepts the credentials, and they may read ${repository}`),
    (isLittle ? warning : ok)('Token', left),
    writeProblem
      ? error('Permissions', writeProblem.message)
      : ok('Permissions', `they may write to ${repository}`),
    ...Object.entries(permissions).map(diagnosePermission),
    isPublic
      ? warning('Repository', exposed)
      : ok('Repository', 'it is private, so hidden posts are'),
    diagnoseBranch(diagnosis, branch),
    diagnoseClock(diagnosis),
    diagnoseWebhook(github, config, diagnosis.webhooks),
    ...(await diagnoseAddress(config, diagnosis.head)),
  ];
};

/** The folder itself, or the nearest one above it that is there. */
const existing = (folder: string): string =>
  existsSync(folder) || dirname(folder) === folder ? folder : existing(dirname(folder));

const diagnoseDisk = async ({ dataDir, github }: Config): Promise<Finding[]> => {
  const requested = resolve(dataDir);
  const folder = existing(requested);
  const reason = (await stat(folder)).isDirectory()
    ? await access(folder, constants.W_OK).then(
        () => undefined,
        (failure: unknown) => unwritableMessage(failure) ?? messageOf(failure),
      )
    : `${folder} is a file, not a folder`;
  const { bavail, bsize } = await statfs(folder);
  const free = Math.floor((bavail * bsize) / MEGABYTE);
  const use = github ? 'caches are kept' : 'content is kept';
  return [
    reason === undefined
      ? ok('Disk', `${use} in ${requested}`)
      : (github ? warning : error)('Disk', `${requested} cannot be written to: ${reason}`),
    (free < LITTLE_DISK_MB ? warning : ok)('Disk', `${free} MB are free`),
  ];
};

const dayFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' });

const diagnoseBackup = async (dataDir: string, head: string): Promise<Finding> => {
  const last = await createLastBackup(dataDir).read();
  if (!last) {
    return warning('Backup', 'none was downloaded yet: the dashboard has one in "Content store"');
  }
  const text = `the last one is of ${dayFormat.format(new Date(last.date))}`;
  return isOutdated(last, head)
    ? warning('Backup', `${text}, and the site was changed since`)
    : ok('Backup', text);
};

const diagnoseLocal = async (config: Config): Promise<Finding[]> => {
  const { dataDir, branch } = config;
  const folder = resolve(dataDir);
  const repository = join(folder, 'content.git');
  const head = await createBranchRef(repository, branch).read();
  if (head === null) {
    if (existsSync(join(folder, MARKER))) throw missingBranchError(branch);
    return [ok('Content', `the first start makes ${repository}`)];
  }
  const objects = createObjects(repository);
  await checkRepository(repository, head);
  const damaged = await findDamagedFiles(objects, head);
  return [
    ...damaged.map((path) =>
      error('Content', `${path} is damaged: restore the file from a backup, or delete it`),
    ),
    ok('Content', `it is only on this disk, in ${repository}`),
    await diagnoseBackup(folder, head),
    ...(await diagnoseAddress(config, head)),
  ];
};

/** Asks twice: the id of a request comes again only in a copy. */
const askTwice = async (url: URL, headers: Record<string, string>) => {
  const ask = async () => {
    const signal = AbortSignal.timeout(ADDRESS_TIMEOUT_MS);
    const response = await fetch(url, { headers, signal, redirect: 'manual' });
    const header = (name: string) => response.headers.get(name) ?? '';
    return { header, status: response.status, text: await response.text() };
  };
  const [before, answer] = [await ask(), await ask()];
  const [id, idBefore] = [answer, before].map(({ header }) => header('X-Request-Id'));
  const said = CACHE_HEADERS.map((name) => `${name}: ${answer.header(name)}`);
  const where = said.filter((each) => !each.endsWith(': ')).join(', ');
  const isKept = (id !== '' && id === idBefore) || /age: [1-9]|\bhit/i.test(where);
  const what = url.pathname + url.search + (where && ` (${where})`);
  return { ...answer, what, isKept };
};

/** Whether a CDN in front of the site keeps what visitors get, and nothing else. */
export const diagnoseCdn = async (address: string): Promise<readonly Finding[]> => {
  const ask = (path: string, headers = {}) => askTwice(new URL(path, address), headers);
  const say = (isSo: boolean, { what }: { what: string }, state: string, otherwise = warning) =>
    isSo ? ok('CDN', `${what} is ${state}`) : otherwise('CDN', `${what} should be ${state}`);
  try {
    const page = await ask('/');
    if (page.status !== 200) throw new Error(`the status is ${page.status}`);
    const content = await ask('/api/content');
    const own = await Promise.all(PRIVATE.map((path) => ask(path, SESSION)));
    const seen = { 'If-None-Match': page.header('ETag'), 'Cache-Control': 'max-age=0' };
    const again = await ask('/', seen);
    const gzip = await ask('/', { 'Accept-Encoding': 'gzip' });
    const plain = await ask('/', { 'Accept-Encoding': 'identity' });
    const texts = page.text + (await ask('/blogs')).text;
    const [, ...photo] = SIZED_PHOTO.exec(texts) ?? [];
    const [sized, stored] = await Promise.all(photo.slice(0, 2).map((path) => ask(path)));
    const isInFormat = sized?.header('Content-Type') === `image/${photo[2]}`;
    return [
      ...[page, content].map((each) => say(each.isKept, each, 'kept')),
      ...own.map((each) => say(!each.isKept, each, 'passed on for a session', error)),
      say(again.status === 304, again, 'a 304 for who has it'),
      say(gzip.header('Content-Encoding') === 'gzip', gzip, 'compressed'),
      say(plain.header('Content-Encoding') === '', plain, 'plain for who asks for that'),
      ...(sized ? [say(sized.isKept, sized, 'kept'), say(isInFormat, sized, 'in its format')] : []),
      stored
        ? say(stored.status === 302, stored, 'passed on')
        : warning('CDN', 'no picture was found on / and /blogs'),
    ];
  } catch (reason) {
    return [error('CDN', `this site does not answer at ${address}: ${messageOf(reason)}`)];
  }
};

/** Everything that was found, in the order in which it is to be mended. */
export const diagnose = async (
  environment: Readonly<Record<string, string | undefined>>,
): Promise<readonly Finding[]> => {
  try {
    const config = await withStoredConnection(readConfig(environment));
    const { github } = config;
    const diagnosed = github ? diagnoseRepository(github, config) : diagnoseLocal(config);
    const store = await diagnosed.catch((reason: unknown) => [
      error(github ? 'GitHub' : 'Content', messageOf(reason)),
    ]);
    return [...diagnoseConfig(config), ...store, ...(await diagnoseDisk(config))];
  } catch (reason) {
    const problems = reason instanceof ConfigError ? reason.problems : [messageOf(reason)];
    return problems.map((line) => error('Configuration', line));
  }
};

export const describeFinding = ({ sign, topic, text }: Finding): string =>
  `${sign} ${topic}: ${text}`;

/** Returns a link that signs in once, for an administrator who can't. Throws if there is no secret. */
export const signInLink = async (
  environment: Readonly<Record<string, string | undefined>>,
): Promise<string> => {
  const config = readConfig(environment);
  const secrets = await readSessionSecrets(config);
  if (!secrets) throw new Error('Start the site once first: it makes the secret that signs links');
  return makeSignInLink(secrets, config.publicUrl);
};

if (process.argv[1] === import.meta.filename) {
  if (process.argv.includes('--sign-in')) {
    try {
      const link = await signInLink(process.env);
      process.stdout.write(`This link signs in once, within ${LINK_MINUTES} minutes:\n${link}\n`);
    } catch (reason) {
      process.stderr.write(`${messageOf(reason)}\n`);
      process.exitCode = 1;
    }
  } else {
    const [option, address = ''] = process.argv.slice(2);
    const isOfCdn = option === '--cdn';
    const findings = await (isOfCdn ? diagnoseCdn(address) : diagnose(process.env));
    for (const finding of findings) process.stdout.write(`${describeFinding(finding)}\n`);
    process.exitCode = findings.some(({ sign }) => sign === '✗') ? 1 : 0;
  }
}
