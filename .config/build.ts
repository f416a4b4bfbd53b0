/**
 * Builds the product: the web app with Vite and the API with esbuild, each bundled with its
 * packages. `--if-stale` builds only what is missing or was built from other sources. A workspace's
 * name limits the build to that workspace: `tsx .config/build.ts --if-stale api`.
 */
import { build as bundle } from 'esbuild';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';

const ROOT = join(import.meta.dirname, '..');

const SHARED_SOURCES = ['package-lock.json', '.config', 'content-schema', 'fixtures/src'];

/** Packages with files of their own. Bundling the others saves 200 ms at start. */
const INSTALLED = ['sharp', '@fontsource/*', '@fontsource-variable/*'];

/** Bundled CommonJS packages `require` Node's modules, and ES modules have no `require`. */
const REQUIRE = `import { createRequire as createBundledRequire } from 'node:module';
const require = createBundledRequire(import.meta.url);`;

const COMMANDS = [
  ...['main', 'doctor', 'check-content', 'hash-password', 'worker'],
  './features/static-copy/command',
];

/** What browsers load without the app. */
const PLAIN_SCRIPTS = [
  './features/static-copy/search.ts', //
];

const makeApi = async () => {
  rmSync(join(ROOT, 'api/dist'), { recursive: true, force: true });
  await bundle({
    entryPoints: COMMANDS.map((name) => join(ROOT, `api/src/${name}.ts`)),
    outdir: join(ROOT, 'api/dist'),
    outbase: join(ROOT, 'api/src'),
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    sourcemap: true,
    external: INSTALLED,
    banner: { js: REQUIRE },
    mainFields: ['module', 'main'],
    logLevel: 'warning',
  });
};

const compress = promisify(brotliCompress);

/** Writes the best compression beside each text file; it takes too long to compress per request. */
const compressAll = async (folder: string): Promise<void> => {
  const texts = (await readdir(folder)).filter((name) => /\.(js|css|svg)$/.test(name));
  await Promise.all(
    texts.map(async (name) => {
      const path = join(folder, name);
      await writeFile(`${path}.br`, await compress(await readFile(path)));
    }),
  );
};

const makeWeb = async () => {
  // Vite and its plugins read it; pages that were built for development fail on the server.
  process.env['NODE_ENV'] = 'production';
  const { createBuilder } = await import('vite');
  const builder = await createBuilder({ root: join(ROOT, 'web'), logLevel: 'warn' });
  await builder.buildApp();
  await bundle({
    entryPoints: PLAIN_SCRIPTS.map((path) => join(ROOT, 'web/src/admin', path)),
    outdir: join(ROOT, 'web/dist/client'),
    bundle: true,
    minify: true,
  });
  await compressAll(join(ROOT, 'web/dist/client/assets'));
};

/** The workspaces; the output folder of each is `dist`. */
const TARGETS = [
  { name: 'api', sources: ['api'], make: makeApi, takes: 'seconds' },
  { name: 'web', sources: ['web', 'fixtures/content'], make: makeWeb, takes: 'up to a minute' },
];

const NOT_BUILT = new Set(['bench', 'dist', 'e2e', 'node_modules']);

const filesBelow = (path: string): string[] => {
  const entries = readdirSync(path, { withFileTypes: true });
  return entries
    .filter(({ name }) => !NOT_BUILT.has(name))
    .flatMap((entry) => {
      const child = join(path, entry.name);
      return entry.isDirectory() ? filesBelow(child) : [child];
    });
};

const fingerprint = (sources: readonly string[]): string => {
  const hash = createHash('sha256').update(process.version);
  for (const source of sources) {
    const path = join(ROOT, source);
    for (const file of source.includes('.json') ? [path] : filesBelow(path).sort()) {
      hash.update(relative(ROOT, file)).update('\0').update(readFileSync(file)).update('\0');
    }
  }
  return hash.digest('hex');
};

const buildTarget = async (target: (typeof TARGETS)[number], onlyIfStale: boolean) => {
  const { name, sources, make, takes } = target;
  const stamp = join(ROOT, name, 'dist', '.built-from');
  const requested = fingerprint([...SHARED_SOURCES, ...sources]);
  if (onlyIfStale && existsSync(stamp) && readFileSync(stamp, 'utf8') === requested) return;
  console.log(`Building ${name}, which takes ${takes}…`);
  await make();
  writeFileSync(stamp, requested);
};

const { values, positionals } = parseArgs({
  options: { 'if-stale': { type: 'boolean', default: false } },
  allowPositionals: true,
});
for (const target of TARGETS) {
  const isWanted = positionals.length === 0 || positionals.includes(target.name);
  if (isWanted) await buildTarget(target, values['if-stale']);
}
