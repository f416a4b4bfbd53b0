import { postPath, type FileMessage } from 'content-schema';
import { textChange, type Command } from '../saving/save-command.ts';
import { createIdSet } from 'content-schema/post-id';
import { importPost, type ImportedPost, type MarkdownFile } from './imported-post.ts';
import { takenIds } from './stored-posts.ts';

type Result = ImportedPost | FileMessage;

const isError = (result: Result): result is FileMessage => 'message' in result;
const isPost = (result: Result): result is ImportedPost => !isError(result);

export interface ImportMessages {
  readonly errors: readonly FileMessage[];
  readonly warnings: readonly FileMessage[];
}

/**
 * Creates posts from all valid files in one commit. `report` gets what is wrong with the other files,
 * and what is not as it was meant in these, again each time someone else wrote in between. A stored
 * post is never overwritten.
 */
export const importPosts =
  (
    files: readonly MarkdownFile[],
    now: Date,
    report: (messages: ImportMessages) => void,
  ): Command =>
  ({ current }) => {
    const ids = createIdSet(takenIds(current));
    const results = files.map((file) => importPost(file, ids, now));
    const posts = results.filter(isPost);
    report({
      errors: results.filter(isError),
      warnings: posts.flatMap(({ warnings }) => warnings),
    });
    return Promise.resolve({
      subject: posts.length === 1 ? 'Import 1 post' : `Import ${posts.length} posts`,
      changes: new Map(posts.map(({ id, text }) => textChange(postPath(id), text))),
    });
  };
