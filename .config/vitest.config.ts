import { defineConfig } from 'vitest/config';

const root = new URL('..', import.meta.url).pathname;

export default defineConfig({
  root,
  test: {
    include: ['{content-schema,fixtures,api,web}/**/*.test.{ts,tsx}'],
    // The journeys in web/e2e are Playwright's.
    exclude: ['**/node_modules/**', '**/dist/**', 'web/e2e/**'],
    environment: 'node',
    // The default leaves one core to a developer who watches; much of the time is spent waiting.
    maxWorkers: 2,
    // bcrypt, git processes and property tests take seconds on a busy machine with two cores.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
