import { postPath } from 'content-schema';
import { textChange, type Command } from '../saving/save-command.ts';
import { createIdSet } from 'content-schema/post-id';
import { takenIds } from './stored-posts.ts';
import {
  importPost,
  type ImportError,
  type ImportedPost,
  type MarkdownFile,
} from './imported-post.ts';

type Result = ImportedPost | ImportError;

const isError = (result: Result): result is ImportError => 'message' in result;
const isPost = (result: Result): result is ImportedPost => !isError(result);

/**
 * Creates posts from all valid files in one commit. `report` gets what is wrong with the
 * other files, again each time someone else wrote in between. A stored post is never overwritten.
 */
export const importPosts =
  (
    files: readonly MarkdownFile[],
    now: Date,
    report: (errors: readonly ImportError[]) => void,
  ): Command =>
  ({ current }) => {
    const ids = createIdSet(takenIds(current));
    const results = files.map((file) => importPost(file, ids, now));
    const posts = results.filter(isPost);
    report(results.filter(isError));
    return Promise.resolve({
      subject: posts.length === 1 ? 'Import 1 post' : `Import ${posts.length} posts`,
      changes: new Map(posts.map(({ id, text }) => textChange(postPath(id), text))),
    });
  };
