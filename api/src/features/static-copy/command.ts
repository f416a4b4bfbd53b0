/** `npm run export -- folder [--url address]`: writes the public site as files. */
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { withStoredConnection } from '../../core/auth/secrets.ts';
import { readConfig, type Config } from '../../core/config.ts';
import { openWebApp } from '../../core/http/pages/web-app.ts';
import { createLog, messageOf } from '../../core/log.ts';
import { createWorkers } from '../../core/workers/workers.ts';
import { openSite, say } from '../../site.ts';
import { staticCopy } from './static-copy.ts';

/** Nobody signs in, and another generator that publishes the content is no reason to hide it. */
const configOf = async (url: string | undefined): Promise<Config> => {
  const config = await withStoredConnection(readConfig());
  const { github, publicUrl } = config;
  if (url !== undefined && !/^https?:\/\/[^/?#]+[^?#]*$/.test(url))
    throw new Error(`${url} is no address of a site, such as https://example.com/blog`);
  return {
    ...config,
    publicUrl: url?.replace(/\/+$/, '') ?? publicUrl,
    github: github && { ...github, publishedAt: undefined },
    admin: { email: 'export@example.com', passwordHash: '' },
    sessionSecrets: [randomBytes(32).toString('hex')],
  };
};

const write = async (name: string, url: string | undefined): Promise<void> => {
  // npm runs scripts in the folder of the package.
  const folder = resolve(process.env['INIT_CWD'] ?? '', name);
  await mkdir(folder, { recursive: true });
  if ((await readdir(folder)).length > 0) throw new Error(`${folder} is not empty`);
  const config = await configOf(url);
  const [log, web] = [createLog('warn'), openWebApp()];
  // Nobody waits for a page meanwhile, so share cards may take all processors.
  const openWorkers: typeof createWorkers = (options) =>
    createWorkers({ ...options, threads: availableParallelism() });
  const site = await openSite({ config, log, web, replaceSite: () => undefined, openWorkers });
  const source = { ...site.content, handle: site.handle, web, origin: config.publicUrl };
  let files = 0;
  for await (const { path, parts } of staticCopy(source)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), parts());
    files += 1;
  }
  await site.close();
  say(`The site is in ${folder}: ${files} files, for ${config.publicUrl}`);
};

try {
  const { values, positionals } = parseArgs({
    options: { url: { type: 'string' } },
    allowPositionals: true,
  });
  const [folder] = positionals;
  if (folder === undefined) throw new Error('Name a folder: npm run export -- folder');
  await write(folder, values.url);
  // Connections to GitHub are kept for a while.
  process.exit();
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n`);
  process.exit(1);
}
