import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { Agent, createServer } from 'node:https';
import { isIP, type AddressInfo, type LookupFunction } from 'node:net';
import { connect, type ConnectionOptions } from 'node:tls';
import { onTestFinished } from 'vitest';
import type { Outside } from '../src/core/photos/fetch-photo.ts';

/** Of images.example.com and cdn.example.com, signed by itself and valid until 2120. */
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBfTCCASKgAwIBAgIBATAKBggqhkjOPQQDAjAdMRswGQYDVQQDDBJpbWFnZXMu
ZXhhbXBsZS5jb20wIBcNMjAwMTAxMDAwMDAwWhgPMjEyMDAxMDEwMDAwMDBaMB0x
GzAZBgNVBAMMEmltYWdlcy5leGFtcGxlLmNvbTBZMBMGByqGSM49AgEGCCqGSM49
AwEHA0IABFw787HsoGQmM9FCy9pkGjEcDUY8A4SPIqcUXbfOhgpj4j5xkTR82Bo/
LLvVwdvu4Vvz96Sn3cm7H7XEXSGIzY6jUTBPMC4GA1UdEQQnMCWCEmltYWdlcy5l
eGFtcGxlLmNvbYIPY2RuLmV4YW1wbGUuY29tMB0GA1UdDgQWBBRRjzag8zOKwJUZ
J561GM8g0Y/vUDAKBggqhkjOPQQDAgNJADBGAiEAx+YPa4QjIo7a4BtTxgSbA1vB
1slRqM+u8KqgGAhP7gkCIQCvlzOrmtuOwfxcQfmrwkPn88yzwILAIgAEO3CnxJiD
3g==
-----END CERTIFICATE-----`;
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgUrbFFcpJeoAE1+b+
sV9HbzUSSXNYiUiy7/08uCcZVI6hRANCAARcO/Ox7KBkJjPRQsvaZBoxHA1GPAOE
jyKnFF23zoYKY+I+cZE0fNgaPyy71cHb7uFb8/ekp93Jux+1xF0hiM2O
-----END PRIVATE KEY-----`;

export const PUBLIC = '93.184.215.14';

/**
 * Serves https for all names, which have a public address unless `names` says otherwise; of several
 * answers about a name each is given once. Connections to addresses that were looked up are made,
 * and then lead to this server.
 */
export const startOtherSite = async (
  listener: RequestListener,
  names: Readonly<Record<string, string[][]>> = {},
) => {
  const server = createServer({ cert: CERTIFICATE, key: KEY }, listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const connections: string[] = [];
  const limit = new AbortController();
  const { port } = server.address() as AddressInfo;
  const agent = new Agent({ ca: CERTIFICATE });
  agent.createConnection = (options) => {
    const { host = '', lookup: find } = options as { host?: string; lookup: LookupFunction };
    find(host, { all: true }, (_error, addresses) => {
      for (const { address } of addresses as LookupAddress[]) connections.push(address);
    });
    return connect({ ...(options as ConnectionOptions), host: '127.0.0.1', port });
  };
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const outside: Outside = {
    resolve: (host) => {
      if (isIP(host)) return lookup(host, { all: true });
      const addresses = names[host]?.shift() ?? [PUBLIC];
      return Promise.resolve(addresses.map((address) => ({ address, family: isIP(address) })));
    },
    agent,
    timeLimit: () => limit.signal,
  };
  return { outside, connections, endTime: () => limit.abort() };
};
