import { expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const HASH = '$2b$12$abcdefghijklmnopqrstuuPj5Z1yYdIq0uP4VJQ3C8f4Zr1s0a2Zy';
const SECRET = 'a'.repeat(32);

const production = {
  NODE_ENV: 'production',
  TRUST_PROXY: '1',
  PUBLIC_URL: 'https://ada.example.com/',
  CONTENT_REPOSITORY: 'ada/content',
  GITHUB_TOKEN: 'github_pat_x',
  ADMIN_EMAIL: 'ada@example.com',
  ADMIN_PASSWORD_HASH: HASH,
  SESSION_SECRET: `${SECRET}, ${'b'.repeat(40)}`,
};

const problemsOf = (environment: Record<string, string>): string[] => {
  try {
    readConfig(environment);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.message.split('\n').slice(1);
  }
  return [];
};

test('nothing needs to be configured for the local store', () => {
  // An empty variable counts as unset.
  for (const environment of [{}, { PORT: '', CONTENT_REPOSITORY: '' }]) {
    expect(readConfig(environment)).toEqual({
      ...{ production: false, host: '127.0.0.1', port: 3000, publicUrl: 'http://localhost:3000' },
      ...{ dataDir: './data', branch: 'main', admin: {}, trustedProxies: 0, logLevel: 'info' },
      ...{ sessionIdleMinutes: 30, sessionMaxHours: 12, contentMaxAgeSeconds: 30, warnings: [] },
      ...{ cacheMaxBytes: 64 * 1024 * 1024, diskCacheMaxBytes: 512 * 1024 * 1024 },
    });
  }
});

test('a GitHub repository is configured with a token', () => {
  expect(readConfig(production)).toMatchObject({
    production: true,
    host: '0.0.0.0',
    publicUrl: 'https://ada.example.com',
    github: {
      ...{ owner: 'ada', name: 'content', apiUrl: 'https://api.github.com' },
      auth: { token: 'github_pat_x' },
    },
    sessionSecrets: [SECRET, 'b'.repeat(40)],
  });
});

test('a GitHub App replaces the token, and its key may have line breaks written as \\n', () => {
  const { GITHUB_TOKEN: _, ...withoutToken } = production;
  const app = {
    GITHUB_APP_ID: '12',
    GITHUB_APP_PRIVATE_KEY: '-----BEGIN KEY-----\\nabc\\n',
    GITHUB_APP_INSTALLATION_ID: '34',
  };
  expect(readConfig({ ...withoutToken, ...app }).github?.auth).toEqual({
    appId: '12',
    privateKey: '-----BEGIN KEY-----\nabc\n',
    installationId: 34,
  });
});

test('everything missing for GitHub is reported at once', () => {
  expect(problemsOf({ CONTENT_REPOSITORY: 'ada/content', GITHUB_APP_ID: '12' })).toEqual([
    '  - ADMIN_EMAIL is required with CONTENT_REPOSITORY',
    '  - ADMIN_PASSWORD_HASH is required with CONTENT_REPOSITORY',
    '  - SESSION_SECRET is required with CONTENT_REPOSITORY',
    '  - GITHUB_APP_PRIVATE_KEY is required for a GitHub App',
    '  - GITHUB_APP_INSTALLATION_ID is required for a GitHub App',
  ]);
  expect(problemsOf({ CONTENT_REPOSITORY: 'ada/content' })).toContain(
    '  - GITHUB_TOKEN, or GITHUB_APP_ID + GITHUB_APP_PRIVATE_KEY + GITHUB_APP_INSTALLATION_ID, is required with CONTENT_REPOSITORY',
  );
});

test('production needs the canonical origin, whichever store it has', () => {
  const missing = '  - PUBLIC_URL is required in production';
  expect(problemsOf({ NODE_ENV: 'production' })).toEqual([missing]);
  expect(problemsOf({ NODE_ENV: 'production', CONTENT_REPOSITORY: 'ada/content' })).toEqual(
    expect.arrayContaining([missing, '  - SESSION_SECRET is required with CONTENT_REPOSITORY']),
  );
  expect(problemsOf({ NODE_ENV: 'production', PUBLIC_URL: 'https://ada.example.com' })).toEqual([]);
});

test('everything invalid is reported at once, and no value is repeated', () => {
  const problems = problemsOf({
    PORT: '70000',
    PUBLIC_URL: 'https://example.com/path',
    CONTENT_REPOSITORY: 'not a repository',
    ADMIN_EMAIL: 'nobody',
    ADMIN_PASSWORD_HASH: 'my plain password',
    SESSION_SECRET: 'short secret',
    TRUST_PROXY: 'yes',
    LOG_LEVEL: 'loud',
  });
  expect(problems).toEqual(
    expect.arrayContaining([
      '  - PORT must be at most 65535',
      '  - PUBLIC_URL must be an origin, without a path',
      '  - CONTENT_REPOSITORY must be owner/name',
      '  - ADMIN_EMAIL must be an email address',
      '  - ADMIN_PASSWORD_HASH must be a bcrypt hash; make one with npm run hash-password',
      '  - SESSION_SECRET must be comma-separated secrets of at least 32 characters each',
      '  - TRUST_PROXY must be a whole number',
      '  - LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent',
    ]),
  );
  expect(problems.join()).not.toMatch(/my plain password|short secret/);
});

test.each([
  ['CONTENT_REPO', 'CONTENT_REPOSITORY'],
  ['SESION_SECRET', 'SESSION_SECRET'],
  ['SESSION_SECRETS', 'SESSION_SECRET'],
  ['ADMIN_EMIAL', 'ADMIN_EMAIL'],
  ['LOGLEVEL', 'LOG_LEVEL'],
  ['GITHUB_TOKNE', 'GITHUB_TOKEN'],
])('%s, which resembles %s, causes a warning', (name, meant) => {
  expect(readConfig({ ...production, [name]: 'x' }).warnings).toEqual([
    `${name} is not a known variable; did you mean ${meant}?`,
  ]);
});

test('other environment variables cause no warnings', () => {
  const surroundings = [
    ...['PATH', 'HOME', 'HOSTNAME', 'HOSTS', 'POST', 'LANG', 'PWD', 'TERM', 'NODE_OPTIONS'],
    ...['GITHUB_ACTIONS', 'GITHUB_ACTOR', 'GITHUB_SHA', 'GITHUB_REPOSITORY', 'GITHUB_JOB'],
    ...['RENDER', 'RENDER_SERVICE_ID', 'XDG_DATA_DIRS', 'npm_config_cache', 'CI'],
  ];
  const set = Object.fromEntries(surroundings.map((name) => [name, 'x']));
  expect(readConfig({ ...set, ...production }).warnings).toEqual([]);
});

test('valid but probably unintended settings cause warnings', () => {
  expect(readConfig({ GITHUB_TOKEN: 'x' }).warnings).toEqual([
    'GITHUB_TOKEN has no effect without CONTENT_REPOSITORY; content is kept in DATA_DIR',
  ]);
  const { CONTENT_REPOSITORY: _, GITHUB_TOKEN: __, ...local } = production;
  expect(readConfig({ ...local, PUBLIC_URL: 'http://ada.example.com' }).warnings).toEqual([
    'Content is kept in DATA_DIR, which must persist between deployments',
    'PUBLIC_URL begins with http:, so passwords and sessions are sent unencrypted',
  ]);
  expect(readConfig({ ...production, TRUST_PROXY: '0' }).warnings).toEqual([
    expect.stringMatching(
      /^PUBLIC_URL begins with https:, but TRUST_PROXY is 0: .*number of proxies/,
    ),
  ]);
  expect(readConfig({ ...production, TRUST_PROXY: '1' }).warnings).toEqual([]);
});
