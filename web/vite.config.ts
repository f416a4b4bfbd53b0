import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { builtDocument } from './build/built-document.ts';
import { compressAssets } from './build/compress-assets.ts';
import { defaultContent } from './build/default-content.ts';
import { earlyTheme } from './build/early-theme.ts';
import { paintFirst } from './build/paint-first.ts';
import { preloadFonts } from './build/preload-fonts.ts';

const API = 'http://127.0.0.1:3000';
const FROM_API = [
  ...['/api', '/media', '/photos', '/uploads', '/logo', '/healthz'],
  ...['/feed.xml', '/feed.json', '/sitemap.xml', '/robots.txt'],
];

const ON_EVERY_PAGE =
  /node_modules[/](?:react|react-dom|react-router|react-router-dom|scheduler|swr|use-sync-external-store)[/]/;

export default defineConfig({
  plugins: [
    react(),
    defaultContent(),
    preloadFonts(),
    paintFirst(),
    earlyTheme(),
    compressAssets(),
    builtDocument(),
  ],
  // Both are built, the client first.
  builder: {},
  environments: {
    client: {
      build: {
        outDir: 'dist/client',
        // The content security policy allows neither data: fonts nor inline scripts.
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        // What every page needs of packages: compressed as one it is smaller than in the shared
        // chunks that it would be strewn over.
        rolldownOptions: {
          output: { codeSplitting: { groups: [{ name: 'packages', test: ON_EVERY_PAGE }] } },
        },
      },
    },
    ssr: {
      // One file that loads quickly, whatever is installed beside it.
      resolve: { noExternal: true },
      build: {
        outDir: 'dist/server',
        copyPublicDir: false,
        rolldownOptions: { input: 'src/entry-server.tsx' },
      },
    },
  },
  server: { proxy: Object.fromEntries(FROM_API.map((path) => [path, API])) },
});
