import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { defaultContent } from './build/default-content.ts';
import { preloadFonts } from './build/preload-fonts.ts';

const API = 'http://127.0.0.1:3000';

export default defineConfig({
  plugins: [react(), defaultContent(), preloadFonts()],
  build: {
    outDir: 'dist/client',
    // The content security policy allows neither data: fonts nor inline scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: Object.fromEntries(
      ['/api', '/media', '/photos', '/uploads', '/healthz'].map((path) => [path, API]),
    ),
  },
});
