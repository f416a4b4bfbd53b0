import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { readConfig, type Config } from '../src/core/config.ts';
import { openWebApp } from '../src/core/http/pages/web-app.ts';
import { securityHeaders } from '../src/core/http/requests/security-headers.ts';
import { createLog } from '../src/core/log.ts';
import { openSite } from '../src/site.ts';
import { runHandler, testWorkers, type AppOptions, type RunningApp } from './run-app.ts';

type Environment = Parameters<typeof readConfig>[0];

/** Starts a site in this process, as `main.ts` does, until the end of the test or `stop`. */
export const startOwnSite = async (
  environment: Environment,
  { web = openWebApp(join(import.meta.dirname, 'no-web-app')) }: Pick<AppOptions, 'web'> = {},
  settings: Partial<Config> = {},
) => {
  const config = { ...readConfig(environment), ...settings };
  let site = await openSite({
    ...{ config, log: createLog('silent'), web },
    replaceSite: (next) => (site = next),
    // The threads are shared by all tests.
    openWorkers: () => ({ ...testWorkers, close: () => Promise.resolve() }),
  });
  site.begin();
  const handle: RequestListener = (request, response) => site.handle(request, response);
  // The client of a long history keeps more connections open than a source may have.
  const headers = securityHeaders(config.publicUrl);
  const running = await runHandler(handle, { headers, behindProxy: true });
  let stopping: Promise<void> | undefined;
  const stop = (): Promise<void> => {
    site.end();
    stopping ??= running.close().then(() => site.close());
    return stopping;
  };
  onTestFinished(stop);
  const content: RunningApp['content'] = new Proxy(site.content, {
    get: (_, name) => Reflect.get(site.content, name) as unknown,
  });
  return { ...running, content, stop };
};
