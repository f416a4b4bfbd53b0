/** Starts a server as configured by the environment, and shuts it down gracefully. */
import type { AddressInfo } from 'node:net';
import { readConfig, type Config } from './core/config.ts';
import { openWebApp } from './core/http/pages/web-app.ts';
import { securityHeaders } from './core/http/requests/security-headers.ts';
import { createLog, messageOf } from './core/log.ts';
import { close, listen } from './serve.ts';
import { openSite, say, type Site } from './site.ts';

/** After the signal to stop, slow clients are disconnected at this deadline. */
const SLOW_CLIENTS_MS = 7_000;
/** A container is killed 10 s after the signal: https://docs.docker.com/reference/cli/docker/container/stop/ */
const SHUTDOWN_LIMIT_MS = 9_500;

const start = async (config: Config): Promise<void> => {
  const log = createLog(config.logLevel);
  for (const warning of config.warnings) log.warn(warning);
  const web = openWebApp();
  const replaceSite = (next: Site): void => {
    site = next;
  };
  let site = await openSite({ config, log, web, replaceSite });
  const { host, port } = config;
  const behindProxy = config.trustedProxies > 0;
  const headers = securityHeaders(config.publicUrl);
  const server = await listen((request, response) => site.handle(request, response), {
    ...{ host, port, headers, behindProxy },
  });
  const address = server.address() as AddressInfo;
  const url = port === 0 ? `http://localhost:${address.port}` : config.publicUrl;
  say(`The site is at ${url}`);
  say(`Edit it at ${url}/admin`);
  web.renderer().catch((error: unknown) => log.error({ err: error }, 'no page can be rendered'));
  site.begin();

  let isEnding = false;
  const end = async (signal: string): Promise<void> => {
    if (isEnding) return;
    isEnding = true;
    site.end();
    log.info({ signal }, 'ending');
    setTimeout(() => {
      log.warn({ saves: site.content.saves.length() }, 'ended before everything was finished');
      process.exit(0);
    }, SHUTDOWN_LIMIT_MS).unref();
    await close(server, SLOW_CLIENTS_MS);
    await site.close();
  };
  process.on('SIGTERM', (signal) => void end(signal));
  process.on('SIGINT', (signal) => void end(signal));
};

try {
  await start(readConfig());
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n`);
  process.exitCode = 1;
}
