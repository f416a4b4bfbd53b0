import { build } from 'esbuild';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

const EARLY_THEME = 'src/theme/early-theme.ts';
const LOAD_LATE = 'src/rendering/load-late.ts';
/** Where the script of the theme stands in the document. */
const THEME_PLACE = '<!-- early theme -->';

const STYLE_SHEET = /<link rel="stylesheet"[^>]* href="\/([^"]+)">/g;
const SCRIPT = /\s*<script type="module"[^>]* src="([^"]+)"><\/script>/g;
const PRELOADED_SCRIPT = /\s*<link rel="modulepreload"[^>]* href="([^"]+)">/g;

/** A script as an element of the document. */
const inlineScript = async (
  root: string,
  source: string,
  define: Record<string, string> = {},
): Promise<string> => {
  const { outputFiles } = await build({
    entryPoints: [join(root, source)],
    define,
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    target: 'es2022',
  });
  return `<script>${outputFiles[0]?.text.trim() ?? ''}</script>`;
};

/**
 * A style sheet as an element of the document. Vite's code for parts that are loaded later looks for
 * its link, and would bring it in once more; disabled, the link loads nothing.
 */
const inlineStyles = (bundle: Rolldown.OutputBundle, link: string, file: string): string => {
  const sheet = bundle[file];
  if (sheet?.type !== 'asset') throw new Error(`The document's style sheet ${file} was not built`);
  return `<style>${sheet.source.toString().trim()}</style>${link.replace('>', ' disabled>')}`;
};

/** The document without its module scripts, and a script in their place that brings them in. */
const scriptsLast = async (html: string, root: string): Promise<string> => {
  const addresses = [PRELOADED_SCRIPT, SCRIPT].flatMap((pattern) =>
    [...html.matchAll(pattern)].map(([, address]) => address),
  );
  const loader = await inlineScript(root, LOAD_LATE, { SCRIPTS: JSON.stringify(addresses) });
  return html
    .replaceAll(PRELOADED_SCRIPT, '')
    .replaceAll(SCRIPT, '')
    .replace('</head>', () => `${loader}</head>`);
};

/**
 * A page is painted from its document and fonts alone: the styles and the script of the theme are
 * parts of it, and all other scripts come after the first paint. The server allows what stands
 * inline by its hash.
 */
export const paintFirst = (): Plugin => ({
  name: 'paint-first',
  transformIndexHtml: {
    order: 'post',
    handler: async (html, { bundle, server }) => {
      const { root } = server?.config ?? { root: join(import.meta.dirname, '..') };
      const theme = await inlineScript(root, EARLY_THEME);
      const themed = html.replace(THEME_PLACE, () => theme);
      if (!bundle) return themed;
      const styled = themed.replaceAll(STYLE_SHEET, (link, file: string) =>
        inlineStyles(bundle, link, file),
      );
      return scriptsLast(styled, root);
    },
  },
});
