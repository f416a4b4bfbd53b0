import { defineConfig } from 'vitest/config';

const root = new URL('..', import.meta.url).pathname;

export default defineConfig({
  root,
  test: {
    include: ['{content-schema,fixtures,api,web}/**/*.test.{ts,tsx}'],
    // The end-to-end tests in web/e2e run in Playwright.
    exclude: ['**/node_modules/**', '**/dist/**', 'web/e2e/**'],
    environment: 'node',
    // Some start the product as a process.
    globalSetup: '.config/build-api.ts',
    // The default leaves one core to a developer who watches; much of the time is spent waiting.
    maxWorkers: 2,
    // bcrypt, git processes and property tests take seconds on a busy machine with two cores.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
