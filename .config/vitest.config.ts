import { defineConfig } from 'vitest/config';

const root = new URL('..', import.meta.url).pathname;

export default defineConfig({
  root,
  test: {
    include: ['{content-schema,fixtures,api,web}/**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    environment: 'node',
    // bcrypt, git processes and property tests take seconds on a busy machine with two cores.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
