/**
 * Commits until it is killed, writing the same number to three files each time. Prints each commit
 * once the store has acknowledged it.
 */

import { save } from '../../test/requests.ts';
import { createLocalGitStore } from '../local-git-store.ts';

const [dir = ''] = process.argv.slice(2);
const author = { name: 'Ada', email: 'ada@example.com' };
const store = createLocalGitStore({ dir, branch: 'main', author });

let head = await store.head();
for (let round = 0; ; round += 1) {
  const number = `${process.pid}-${round}\n`;
  const files = { 'site.json': number, 'posts/one.md': number, 'photos/deep/x': number };
  ({ head } = await save(store, files, { from: head }));
  process.stdout.write(`${head}\n`);
}
