import react from '@vitejs/plugin-react';
import { SERVER_NAMES } from 'content-schema';
import { createHash } from 'node:crypto';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { defaultContent } from './build/default-content.ts';
import { fonts } from './build/fonts.ts';
import { paintFirst } from './build/paint-first.ts';
import { photoRules } from './build/photo-rules.ts';
import { sharedChunks } from './build/shared-chunks.ts';

/** Returns the production build of a router module; the package exports the development build. */
const productionRouter = (name: string): string =>
  fileURLToPath(import.meta.resolve(name)).replace('/development/', '/production/');

/**
 * The decoder of named character references that uses a table. The browser version sets
 * `innerHTML`, which the content security policy forbids.
 */
const ENTITY_DECODER = 'decode-named-character-reference';
const entitiesByTable = fileURLToPath(import.meta.resolve(ENTITY_DECODER));

const API = 'http://127.0.0.1:3000';
/** Beside those of `SERVER_NAMES`, the files of the root, of posts and of tags. */
const FROM_API = [
  `^/(?:${SERVER_NAMES.join('|')})(?:[/?]|$)`,
  '^/(?:\\.well-known/)?[\\w-]+\\.(?:ico|json|png|svg|txt|webmanifest|xml)(?:\\?|$)',
  '^/blogs/.+\\.(?:json|md|xml)(?:\\?|$)',
];

/** The name of a CSS module's class, shorter than by default: it is in the HTML, CSS and JavaScript. */
const classNameOf = (name: string, file: string): string => {
  const path = relative(import.meta.dirname, file);
  return `${name}_${createHash('sha256').update(path).digest('base64url').slice(0, 4)}`;
};

/** The HTML document from the client build, which runs first, for the server's bundle. */
const BUILT_DOCUMENT = join(import.meta.dirname, 'dist/client/index.html?raw');

/** Silences the warning that compressing well takes long. */
const QUIET = { bundlerTimings: false };

export default defineConfig(({ command }) => ({
  plugins: [react(), sharedChunks(), defaultContent(), photoRules(), fonts(), paintFirst()],
  resolve: {
    alias:
      command === 'build'
        ? [
            { find: 'virtual:document', replacement: BUILT_DOCUMENT },
            { find: ENTITY_DECODER, replacement: entitiesByTable },
            { find: /^react-router$/, replacement: productionRouter('react-router') },
            { find: /^react-router\/dom$/, replacement: productionRouter('react-router/dom') },
          ]
        : [],
  },
  css: { modules: { generateScopedName: classNameOf } },
  // Builds both, the client first.
  builder: {},
  environments: {
    client: {
      build: {
        outDir: 'dist/client',
        // The content security policy allows no data: fonts.
        assetsInlineLimit: 0,
        // The Markdown pipeline is one chunk of 510 KB.
        chunkSizeWarningLimit: 600,
        modulePreload: { polyfill: false },
        rolldownOptions: { checks: QUIET },
        // Slower than the default, but 1 % smaller.
        minify: 'terser',
        terserOptions: { module: true, ecma: 2020, compress: { passes: 6, ecma: 2020 } },
      },
    },
    ssr: {
      // Bundles everything into one file that loads quickly and needs no node_modules.
      resolve: { noExternal: true },
      // Selects React's production build, even where the server runs without NODE_ENV.
      ...(command === 'build' && { define: { 'process.env.NODE_ENV': '"production"' } }),
      build: {
        outDir: 'dist/server',
        copyPublicDir: false,
        rolldownOptions: { input: 'src/entry-server.tsx', checks: QUIET },
      },
    },
  },
  server: { proxy: Object.fromEntries(FROM_API.map((path) => [path, API])) },
}));
