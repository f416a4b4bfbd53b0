/**
 * `tsx api/bench/seed-awkward-content.ts <folder>`: creates a content repository in that data
 * folder, unless there is one, with the awkward content and 1,000 ordinary posts.
 */
import { readAwkwardContent } from 'fixtures/awkward-content';
import { join } from 'node:path';
import { createLocalRepository } from '../src/core/git-store/local/repository.ts';
import { sampleContent } from './sample-content.ts';

const POSTS = 1000;
const POST_BYTES = 2000;

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Name the data folder');
await createLocalRepository({
  dir: join(folder, 'content.git'),
  branch: 'main',
  author: { name: 'admin', email: 'admin@example.com' },
  files: new Map([...(await sampleContent(POSTS, POST_BYTES)), ...(await readAwkwardContent())]),
  message: 'Begin with awkward content\n',
});
