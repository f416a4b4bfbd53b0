import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const MODULE = 'virtual:document';
const RESOLVED = `\0${MODULE}`;

/** Adds the HTML document from the client build, which runs first, to the server's bundle. */
export const builtDocument = (): Plugin => ({
  name: 'built-document',
  applyToEnvironment: ({ config }) => config.consumer === 'server',
  resolveId: (id) => (id === MODULE ? RESOLVED : undefined),
  async load(id) {
    if (id !== RESOLVED) return undefined;
    const { client } = this.environment.getTopLevelConfig().environments;
    const folder = client?.build.outDir ?? '';
    const { root } = this.environment.getTopLevelConfig();
    const document = await readFile(join(root, folder, 'index.html'), 'utf8');
    return `export const document = ${JSON.stringify(document)};`;
  },
});
