import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const files = execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' }).trim().split('\n');
const paths = `\n${files.join('\n')}\n`;
const source = files
  .filter((file) => /\.(?:tsx?|mjs|css|json)$/.test(file) && !file.endsWith('package-lock.json'))
  .map((file) => readFileSync(join(ROOT, file), 'utf8'))
  .join('\n');
const words = new Set(source.match(/[\w$-]+/g));

/** The example of a recipe, and what stands for a name. */
const EXAMPLES = new Set(['now/now-page.tsx', 'owner/name', 'DATA_DIR/cache']);

/** A file or a folder, as in `reading/reader.ts` or `core/saving`. */
const PATH = /^[\w.-]+(?:\/[\w.-]+)*\/?$/;

test.each(['ARCHITECTURE', 'CONTRIBUTING'])('all files and names in %s exist', (name) => {
  const text = readFileSync(join(ROOT, `.github/${name}.md`), 'utf8').replace(/```.*?```/gs, '');
  const quoted = [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) =>
    code.replace(/\(.*\)$/, ''),
  );
  const missing = quoted.filter((code) => {
    if (EXAMPLES.has(code) || !PATH.test(code)) return false;
    const isPath = code.includes('/') || /^\.|\.(?:tsx?|css|md|mjs|json)$/.test(code);
    return isPath
      ? !paths.includes(code.replace(/\/$/, ''))
      : !code.split('.').every((word) => words.has(word));
  });
  expect(missing).toEqual([]);
});
