import { build } from 'esbuild';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

const EARLY_THEME = 'src/theme/early-theme.ts';
const LOAD_LATE = 'src/rendering/load-late.ts';
const THEME_PLACE = '<!-- early theme -->';

const STYLE_SHEET = /<link rel="stylesheet"[^>]* href="\/([^"]+)">/g;
const SCRIPT = /\s*<script type="module"[^>]* src="([^"]+)"><\/script>/g;
const PRELOADED_SCRIPT = /\s*<link rel="modulepreload"[^>]* href="([^"]+)">/g;

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

/** Only inline: a browser that reads the same face again may show its fallback meanwhile. */
const FONT_FACE = /@font-face\{[^}]*\}/g;

const PUBLIC_PAGE = /\/src\/pages\//;

/** The style sheets of the public pages whose code is loaded when they are opened. */
const lazySheets = (bundle: Rolldown.OutputBundle): ReadonlySet<string> => {
  const sheets = new Set<string>();
  const seen = new Set<string>();
  const addSheetsOf = (name: string): void => {
    const chunk = bundle[name];
    if (chunk?.type !== 'chunk' || seen.has(name)) return;
    seen.add(name);
    chunk.viteMetadata?.importedCss.forEach((sheet) => sheets.add(sheet));
    chunk.imports.forEach(addSheetsOf);
  };
  for (const [name, chunk] of Object.entries(bundle)) {
    const isPage = chunk.type === 'chunk' && PUBLIC_PAGE.test(chunk.facadeModuleId ?? '');
    if (isPage) addSheetsOf(name);
  }
  return sheets;
};

const sheetOf = (bundle: Rolldown.OutputBundle, file: string): Rolldown.OutputAsset => {
  const sheet = bundle[file];
  if (sheet?.type !== 'asset') throw new Error(`The style sheet ${file} was not built`);
  return sheet;
};

const stylesOf = (sheet: Rolldown.OutputAsset): string => sheet.source.toString().trim();

/**
 * Returns a style sheet as an inline `<style>` element, together with the styles of pages whose code
 * is loaded later. The original link stays, disabled so that it loads nothing until `load-late.ts`
 * enables it: the server leaves only the rules in `<style>` that a page needs. Vite's code for lazy
 * chunks looks for the link, and would load the sheet again without it.
 */
const inlineStyles = (bundle: Rolldown.OutputBundle, link: string, file: string): string => {
  const sheet = sheetOf(bundle, file);
  const later = [...lazySheets(bundle)].filter((name) => name !== file);
  const styles = [sheet, ...later.map((name) => sheetOf(bundle, name))].map(stylesOf);
  sheet.source = stylesOf(sheet).replaceAll(FONT_FACE, '');
  return `<style>${styles.join('')}</style>${link.replace('>', ' disabled>')}`;
};

/** Replaces the document's module scripts by one inline script that loads them later. */
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
 * Lets the first paint need only the document and its fonts: inlines styles and theme script, which
 * the content security policy allows by their hashes, and loads other scripts after the paint.
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
