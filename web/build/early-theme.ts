import { build } from 'esbuild';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const SOURCE = 'src/theme/early-theme.ts';
const NAME = 'early-theme.js';
/** Where it stands in the document. */
const PLACE = '<!-- early theme -->';
const BUILT = /\/early-theme-[\w-]+\.js$/;

const scriptAt = async (root: string): Promise<string> => {
  const { outputFiles } = await build({
    entryPoints: [join(root, SOURCE)],
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    target: 'es2022',
  });
  return outputFiles[0]?.text ?? '';
};

/**
 * Puts the script of the theme into the head, where nothing is shown before it has run. It is a
 * file, since the content security policy allows no inline script.
 */
export const earlyTheme = (): Plugin => ({
  name: 'early-theme',
  applyToEnvironment: ({ config }) => config.consumer === 'client',
  async buildStart() {
    const { root, command } = this.environment.getTopLevelConfig();
    if (command !== 'build') return;
    this.emitFile({ type: 'asset', name: NAME, source: await scriptAt(root) });
  },
  transformIndexHtml: {
    order: 'post',
    handler: async (html, { bundle = {}, server }) => {
      const file = Object.keys(bundle).find((name) => BUILT.test(name));
      const script = server
        ? `<script>${await scriptAt(server.config.root)}</script>`
        : `<script src="/${file ?? ''}"></script>`;
      return html.replace(PLACE, () => script);
    },
  },
});
