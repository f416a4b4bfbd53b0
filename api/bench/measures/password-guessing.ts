import { setTimeout as delay } from 'node:timers/promises';
import { hashPassword } from '../../src/core/auth/password.ts';
import { measured, median, type Measure } from '../measurement.ts';
import { sampleContent } from '../sample-content.ts';
import { withLocalSite } from '../servers/local-site.ts';
import { granted, timeOf } from '../servers/requests.ts';
import { EMAIL, PASSWORD } from '../servers/site-process.ts';

const SOURCES = 1000;
/** The total number of guesses per second. */
const A_SECOND = 100;
const PAGES = 200;
const SIGN_INS = 5;

const signIn = (url: string, source: string, password: string, cookie = ''): Promise<Response> =>
  fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': source, cookie },
    body: JSON.stringify({ email: EMAIL, password }),
  });

/** Returns the device cookie of a browser that has signed in. */
const deviceOf = async (url: string): Promise<string> => {
  const response = await signIn(url, '192.0.2.1', PASSWORD);
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';', 1).join(''));
  return cookies.filter((cookie) => cookie.startsWith('device')).join('; ');
};

/** Guesses passwords from all sources in turn until `ended` aborts. */
const guess = async (url: string, ended: AbortSignal): Promise<void> => {
  const guesses: Promise<unknown>[] = [];
  for (let i = 0; !ended.aborted; i = (i + 1) % SOURCES) {
    const response = signIn(url, `10.${i >> 8}.${i & 255}.1`, 'wrong');
    guesses.push(response.then((response) => response.arrayBuffer()));
    await delay(1000 / A_SECOND);
  }
  await Promise.all(guesses);
};

const timesDuring = async (url: string) => {
  const device = await deviceOf(url);
  const ended = new AbortController();
  const guessing = guess(url, ended.signal);
  await delay(3000);
  const owner: number[] = [];
  const pages: number[] = [];
  try {
    for (let i = 0; i < SIGN_INS; i += 1) {
      owner.push(await timeOf(() => granted(signIn(url, '192.0.2.1', PASSWORD, device))));
      for (let j = 0; j < PAGES / SIGN_INS; j += 1) {
        pages.push(await timeOf(() => granted(fetch(`${url}/blogs`))));
      }
    }
  } finally {
    ended.abort();
    await guessing;
  }
  return { owner: Math.max(...owner), page: median(pages) };
};

export const passwordGuessing: Measure = {
  title: 'Guessing of passwords',
  how: `What others wait while ${SOURCES} sources guess, ${A_SECOND} times a second together.`,
  run: async () => {
    const { owner, page } = await withLocalSite(
      await sampleContent(20, 2000),
      ({ url }) => timesDuring(url),
      { environment: { TRUST_PROXY: '1', ADMIN_PASSWORD_HASH: await hashPassword(PASSWORD) } },
    );
    return [
      measured('the owner, to sign in again', owner, 'ms', { atMost: 3000 }),
      measured('a visitor, for a page', page, 'ms', { atMost: 20 }),
    ];
  },
};
