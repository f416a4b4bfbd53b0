import { buffer } from 'node:stream/consumers';
import { limitBytes } from '../limit-bytes.ts';
import { NOT_GITHUB } from './failure.ts';

const foreign = (message: string) => Object.assign(new Error(message), { code: NOT_GITHUB });

/**
 * Like `fetch`, of a URL at an origin that a person has entered. Repeats the request where a redirect
 * leads to; throws an error with the code `NotGitHub` outside the origin, and for more bytes.
 */
export const fetchFrom = async (
  origin: string,
  url: string,
  init?: RequestInit,
  maxBytes = 1024 * 1024,
  redirects = 5,
): Promise<Response> => {
  if (new URL(url).origin !== origin || redirects < 0) throw foreign(`${origin} leads to ${url}`);
  const response = await fetch(url, { ...init, redirect: 'manual' });
  if ([301, 302, 303, 307, 308].includes(response.status)) {
    await response.body?.cancel();
    const next = new URL(response.headers.get('location') ?? '', url).href;
    return fetchFrom(origin, next, init, maxBytes, redirects - 1);
  }
  if (!response.body || maxBytes === Infinity) return response;
  const tooMany = () => foreign(`The response has more than ${maxBytes} bytes`);
  const bytes = await buffer(limitBytes(response.body, maxBytes, tooMany));
  return Object.defineProperty(new Response(bytes, response), 'url', { value: response.url });
};
