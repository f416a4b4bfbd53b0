/** Fetches pictures of other sites, for an import. */
import { UPLOAD_MAX_BYTES, uploadMessages } from 'content-schema';
import ipaddr from 'ipaddr.js';
import { lookup } from 'node:dns/promises';
import type { IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';
import { buffer } from 'node:stream/consumers';
import { limitBytes } from '../git-store/limit-bytes.ts';
import { InvalidInput, invalidInput } from '../reading/errors.ts';

const INTERNET = {
  resolve: (host: string) => lookup(host, { all: true }),
  // The agent that Node shares keeps connections, and may be set to use a proxy.
  agent: new Agent(),
  /** Ends a fetch with its redirects. */
  timeLimit: () => AbortSignal.timeout(20_000),
};

export type Outside = typeof INTERNET;

const HEADERS = { accept: 'image/*', 'user-agent': 'git-portfolio' };
const REDIRECTS_MAX = 3;

/** Whether an IP address is public: of version 6, in 2000::/3. Throws an error for other texts. */
const isPublic = ({ address }: { readonly address: string }): boolean => {
  const ip = ipaddr.process(address);
  return ip.range() === 'unicast' && (ip.kind() === 'ipv4' || /^[23]\w{3}:/.test(ip.toString()));
};

const refusal = (message: string) => invalidInput('url', message);

/**
 * Returns a function that fetches the bytes at an https URL whose host is one of `hosts`, which
 * redirects don't leave. It rejects with `InvalidInput`, always the same if the host can't be reached.
 */
export const createPhotoFetcher = ({ resolve, agent, timeLimit }: Outside = INTERNET) => {
  const fetchPhoto = async (
    url: URL,
    hosts: readonly string[],
    signal: AbortSignal,
    redirects = 0,
  ): Promise<Buffer> => {
    const { href, hostname } = url;
    if (!hosts.includes(hostname) || !href.startsWith(`https://${hostname}/`))
      throw refusal(uploadMessages.address);
    const addresses = await resolve(hostname.replace(/^\[|\]$/g, ''));
    if (!addresses.every(isPublic)) throw new Error('The address is not public');
    const response = await new Promise<IncomingMessage>((onResponse, onError) => {
      request(url, {
        ...{ agent, signal, headers: HEADERS, autoSelectFamily: true },
        // Asked again, the host might have other addresses than those that were checked.
        lookup: (_host, _options, callback) => callback(null, addresses),
      })
        .on('response', onResponse)
        .on('error', onError)
        .end();
    });
    const { statusCode = 0, headers } = response;
    const tooMany = () => refusal(uploadMessages.size);
    if (statusCode === 200) return buffer(limitBytes(response, UPLOAD_MAX_BYTES, tooMany));
    response.destroy();
    if (!headers.location || redirects === REDIRECTS_MAX)
      throw refusal(uploadMessages.status(statusCode));
    return fetchPhoto(new URL(headers.location, url), hosts, signal, redirects + 1);
  };

  return async (address: string, hosts: readonly string[]): Promise<Buffer> => {
    try {
      return await fetchPhoto(new URL(address), hosts, timeLimit());
    } catch (error) {
      throw error instanceof InvalidInput ? error : refusal(uploadMessages.unreachable);
    }
  };
};
