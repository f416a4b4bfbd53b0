import './temporary-files.ts';
import { defineConfig } from 'vitest/config';
import { countFreeCores } from './free-cores.ts';

const root = new URL('..', import.meta.url).pathname;

export default defineConfig({
  root,
  test: {
    // Playwright runs the end-to-end tests in web/e2e.
    exclude: ['**/node_modules/**', '**/dist/**', 'web/e2e/**'],
    environment: 'node',
    setupFiles: ['.config/repeatable-properties.ts'],
    // Loading the modules anew for each file takes longer than most tests.
    isolate: false,
    projects: [
      {
        extends: true,
        test: { name: 'parts', include: ['{content-schema,fixtures,web}/**/*.test.{ts,tsx}'] },
      },
      {
        extends: true,
        // Some tests start the product as a process, which serves the built pages.
        test: {
          name: 'api',
          include: ['api/**/*.test.ts'],
          globalSetup: '.config/build-before-tests.ts',
        },
      },
    ],
    // One more than cores that are free, since tests spend much of their time waiting.
    maxWorkers: countFreeCores() + 1,
    // In V8's small space, collecting the many short-lived objects takes a tenth of the time.
    execArgv: ['--max-semi-space-size=32'],
    // bcrypt, git processes and property tests take seconds on a busy machine with two cores.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
