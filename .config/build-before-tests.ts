/** Before the API's tests: builds the product where it is missing or was built from other sources. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const BUILD = join(import.meta.dirname, 'build.ts');

export const setup = (): void => {
  execFileSync(process.execPath, ['--import', 'tsx', BUILD, '--if-stale'], { stdio: 'inherit' });
};
