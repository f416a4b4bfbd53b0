import { closest, distance } from 'fastest-levenshtein';
import * as v from 'valibot';
import type { GitHubRepositoryOptions } from './git-store/github/github-repository.ts';

/** The process's configuration; the environment is read here and nowhere else. */
export type Config = Settings & {
  /** Warnings about valid but probably unintended settings, one line each. */
  readonly warnings: readonly string[];
};

type Settings = Readonly<ReturnType<typeof toSettings>>;

export interface GitHubConfig extends Pick<
  GitHubRepositoryOptions,
  'owner' | 'name' | 'apiUrl' | 'auth'
> {
  readonly webhookSecret: string | undefined;
  /** Where another generator publishes the content; '' if that is unknown. Absent: here. */
  readonly publishedAt?: string | undefined;
  /** Whether it was connected in the admin area, where wrong credentials can be mended. */
  readonly isStored?: true;
}

/** All problems of the environment, one line for each variable. */
export class ConfigError extends Error {
  readonly code = 'ConfigError';
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(`The configuration is not valid:\n${problems.map((line) => `  - ${line}`).join('\n')}`);
    this.problems = problems;
  }
}

const SECRET_MIN_LENGTH = 32;
const BCRYPT_HASH = /^\$2[aby]\$\d{2}\$[./A-Za-z0-9]{53}$/;
const REPOSITORY = /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,38})\/[A-Za-z0-9._-]{1,100}$/;
/** What a header may contain; otherwise `fetch` would throw an error that contains the value. */
const TOKEN = /^[\x21-\x7e]+$/;
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

const wholeNumber = (byDefault: number, min: number, max: number) =>
  v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d+$/, 'must be a whole number'),
      v.transform(Number),
      v.minValue(min, `must be at least ${min}`),
      v.maxValue(max, `must be at most ${max}`),
    ),
    String(byDefault),
  );

const webUrl = () =>
  v.pipe(
    v.string(),
    v.check((value) => /^https?:\/\//.test(value) && URL.canParse(value), 'must be an http(s) URL'),
    v.transform((value) => value.replace(/\/+$/, '')),
  );

const origin = () =>
  v.pipe(
    webUrl(),
    v.check((value) => new URL(value).origin === value, 'must be an origin, without a path'),
  );

const secrets = v.pipe(
  v.string(),
  v.transform((value) => value.split(',').map((secret) => secret.trim())),
  v.check(
    (all) => all.every((secret) => secret.length >= SECRET_MIN_LENGTH),
    `must be comma-separated secrets of at least ${SECRET_MIN_LENGTH} characters each`,
  ),
);

const environmentSchema = v.object({
  NODE_ENV: v.optional(v.string(), 'development'),
  PORT: wholeNumber(3000, 0, 65_535),
  HOST: v.optional(v.string()),
  PUBLIC_URL: v.optional(origin()),
  CONTENT_REPOSITORY: v.optional(v.pipe(v.string(), v.regex(REPOSITORY, 'must be owner/name'))),
  CONTENT_BRANCH: v.optional(v.string(), 'main'),
  GITHUB_TOKEN: v.optional(v.pipe(v.string(), v.trim(), v.regex(TOKEN, 'must be one word'))),
  GITHUB_APP_ID: v.optional(v.pipe(v.string(), v.regex(/^\d+$/, 'must be a number'))),
  GITHUB_APP_PRIVATE_KEY: v.optional(v.string()),
  GITHUB_APP_INSTALLATION_ID: v.optional(v.pipe(v.string(), v.regex(/^\d+$/, 'must be a number'))),
  GITHUB_API_URL: v.optional(webUrl(), 'https://api.github.com'),
  GITHUB_WEBHOOK_SECRET: v.optional(v.string()),
  PUBLISHED_AT: v.optional(webUrl()),
  DATA_DIR: v.optional(v.string(), './data'),
  ADMIN_EMAIL: v.optional(v.pipe(v.string(), v.trim(), v.rfcEmail('must be an email address'))),
  ADMIN_PASSWORD_HASH: v.optional(
    v.pipe(
      v.string(),
      v.regex(BCRYPT_HASH, 'must be a bcrypt hash; make one with npm run hash-password'),
    ),
  ),
  SESSION_SECRET: v.optional(secrets),
  SESSION_IDLE_MINUTES: wholeNumber(30, 1, 24 * 60),
  SESSION_MAX_HOURS: wholeNumber(12, 1, 24 * 30),
  TRUST_PROXY: wholeNumber(0, 0, 10),
  CACHE_MAX_MB: wholeNumber(64, 1, 65_536),
  DISK_CACHE_MAX_MB: wholeNumber(512, 0, 1_048_576),
  CONTENT_MAX_AGE_SECONDS: wholeNumber(30, 0, 86_400),
  LOG_LEVEL: v.optional(
    v.pipe(v.string(), v.picklist(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`)),
    'info',
  ),
});

type Environment = v.InferOutput<typeof environmentSchema>;

const REQUIRED_WITH_GITHUB = ['ADMIN_EMAIL', 'ADMIN_PASSWORD_HASH', 'SESSION_SECRET'] as const;
const APP_VARIABLES = [
  'GITHUB_APP_ID',
  'GITHUB_APP_PRIVATE_KEY',
  'GITHUB_APP_INSTALLATION_ID',
] as const;

/** Only checks names, so that other problems can be reported as well. */
const missingForGitHub = (isSet: (name: string) => boolean): string[] => {
  const missing = (names: readonly string[], purpose: string): string[] =>
    names.filter((name) => !isSet(name)).map((name) => `${name} is required ${purpose}`);
  const problems = missing(REQUIRED_WITH_GITHUB, 'with CONTENT_REPOSITORY');
  if (isSet('GITHUB_TOKEN')) return problems;
  const ofApp = APP_VARIABLES.some(isSet)
    ? missing(APP_VARIABLES, 'for a GitHub App')
    : [`GITHUB_TOKEN, or ${APP_VARIABLES.join(' + ')}, is required with CONTENT_REPOSITORY`];
  return [...problems, ...ofApp];
};

const githubAuth = (env: Environment): GitHubConfig['auth'] | undefined => {
  if (env.GITHUB_TOKEN !== undefined) return { token: env.GITHUB_TOKEN };
  const [appId, privateKey, id] = APP_VARIABLES.map((name) => env[name]);
  if (appId === undefined || privateKey === undefined || id === undefined) return undefined;
  // In hosting dashboards, a key is a single line with its line breaks written as \n.
  return { appId, privateKey: privateKey.replaceAll('\\n', '\n'), installationId: Number(id) };
};

const githubConfig = (env: Environment): GitHubConfig | undefined => {
  const auth = githubAuth(env);
  const [owner, name] = env.CONTENT_REPOSITORY?.split('/') ?? [];
  if (auth === undefined || owner === undefined || name === undefined) return undefined;
  return {
    owner,
    name,
    apiUrl: env.GITHUB_API_URL,
    auth,
    webhookSecret: env.GITHUB_WEBHOOK_SECRET,
    publishedAt: env.PUBLISHED_AT,
  };
};

const toSettings = (env: Environment) => {
  const production = env.NODE_ENV === 'production';
  return {
    production,
    host: env.HOST ?? (production ? '0.0.0.0' : '127.0.0.1'),
    port: env.PORT,
    allowedOrigin: env.PUBLIC_URL,
    /** The canonical origin, without a trailing slash. */
    publicUrl: env.PUBLIC_URL ?? `http://localhost:${env.PORT}`,
    /** The folder of the local store and generated secrets. */
    dataDir: env.DATA_DIR,
    /** Absent means the local store. */
    github: githubConfig(env),
    branch: env.CONTENT_BRANCH,
    /** Absent values are generated on the first start in local mode. */
    admin: { email: env.ADMIN_EMAIL, passwordHash: env.ADMIN_PASSWORD_HASH },
    /** The first one signs, all verify; absent means generated. */
    sessionSecrets: env.SESSION_SECRET,
    sessionIdleMinutes: env.SESSION_IDLE_MINUTES,
    sessionMaxHours: env.SESSION_MAX_HOURS,
    trustedProxies: env.TRUST_PROXY,
    cacheMaxBytes: env.CACHE_MAX_MB * 1024 * 1024,
    /** The size of the cache in `dataDir`; 0 disables it. */
    diskCacheMaxBytes: env.DISK_CACHE_MAX_MB * 1024 * 1024,
    contentMaxAgeSeconds: env.CONTENT_MAX_AGE_SECONDS,
    logLevel: env.LOG_LEVEL,
  };
};

/** Shorter names, e.g. those of a shell, are similar by chance. */
const MIN_LENGTH = 6;
const MAX_DISTANCE = 2;
const MIN_ABBREVIATION = 8;

/** Returns which of the `names` a name is probably a misspelling or an abbreviation of. */
const meantBy = (name: string, names: readonly string[]): string | undefined => {
  if (name.length < MIN_LENGTH || names.includes(name)) return undefined;
  const nearest = closest(name, names);
  if (distance(name, nearest) <= MAX_DISTANCE) return nearest;
  return name.length < MIN_ABBREVIATION
    ? undefined
    : names.find((variable) => variable.startsWith(name));
};

/** Warnings about valid but probably unintended settings, for the `names` that exist and those `set`. */
const configWarnings = (
  { production, github, publicUrl, trustedProxies }: Settings,
  set: readonly string[],
  names: readonly string[],
): string[] => {
  const misspelt = set.flatMap((name) => {
    const meant = meantBy(name, names);
    return meant === undefined ? [] : [`${name} is not a known variable; did you mean ${meant}?`];
  });
  const unused = set
    .filter(
      (name) =>
        !github && names.includes(name) && /^GITHUB_(TOKEN|APP_|WEBHOOK)|^PUBLISHED_AT$/.test(name),
    )
    .map((name) => `${name} has no effect without CONTENT_REPOSITORY; content is kept in DATA_DIR`);
  const unsafe = [
    production && !github
      ? 'Content is kept in DATA_DIR, which must persist between deployments'
      : undefined,
    production && publicUrl.startsWith('http:')
      ? 'PUBLIC_URL begins with http:, so passwords and sessions are sent unencrypted'
      : undefined,
    // This process speaks only http.
    publicUrl.startsWith('https:') && trustedProxies === 0
      ? 'PUBLIC_URL begins with https:, but TRUST_PROXY is 0: all visitors count as one, so anybody can lock out the administrator; set it to the number of proxies in front'
      : undefined,
  ];
  return [...misspelt, ...unused, ...unsafe.filter((line) => line !== undefined)];
};

/** Reads the configuration; an empty variable counts as unset. Throws `ConfigError` with all problems. */
export const readConfig = (
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Config => {
  const input = Object.fromEntries(Object.entries(environment).filter(([, value]) => value));
  const result = v.safeParse(environmentSchema, input);
  const problems = (result.issues ?? []).map(
    (issue) => `${v.getDotPath(issue) ?? 'The environment'} ${issue.message}`,
  );
  const isSet = (name: string) => name in input;
  // By default, cookies would be unencrypted and canonical links would point to the visitor's machine.
  if (input['NODE_ENV'] === 'production' && !isSet('PUBLIC_URL')) {
    problems.push('PUBLIC_URL is required in production');
  }
  if (isSet('CONTENT_REPOSITORY')) problems.push(...missingForGitHub(isSet));
  if (!result.success || problems.length > 0) throw new ConfigError(problems);
  const settings = toSettings(result.output);
  const names = Object.keys(environmentSchema.entries);
  return { ...settings, warnings: configWarnings(settings, Object.keys(input), names) };
};
