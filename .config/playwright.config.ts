import { defineConfig, devices } from '@playwright/test';
import './temporary-files.ts';
import { findChromium } from './chromium.ts';
import { countFreeCores } from './free-cores.ts';

const executablePath = findChromium();

export default defineConfig({
  testDir: '../web/e2e',
  outputDir: '../test-results',
  // The tests of a worker share a server, but not its content.
  fullyParallel: true,
  // One more than cores that are free, since tests spend much of their time waiting.
  workers: countFreeCores() + 1,
  // A test takes seconds, but many times as long on a busy machine.
  timeout: 120_000,
  // A busy machine can starve a browser; a test that fails twice has a defect.
  retries: 1,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  forbidOnly: true,
  use: {
    ...devices['Desktop Chrome'],
    launchOptions: {
      ...(executablePath !== undefined && { executablePath }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
    trace: 'on-first-retry',
  },
});
