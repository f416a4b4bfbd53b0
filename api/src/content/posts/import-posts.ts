import { postFields, postPath, type FileMessage } from 'content-schema';
import type { HtmlRenderer } from '../../markdown/html-renderer.ts';
import { tooComplexIssues } from '../saving/refuse-too-complex.ts';
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

/** With an error in place of each post that takes too long to render. */
const withoutTooComplex = async (
  html: HtmlRenderer,
  results: readonly Result[],
): Promise<Result[]> => {
  const texts = results.flatMap((result, index) =>
    isPost(result)
      ? [
          {
            path: String(index),
            name: postFields.fields.content.label,
            markdown: result.content,
            shape: 'blocks' as const,
          },
        ]
      : [],
  );
  const issues = await tooComplexIssues(html, texts);
  const messages = new Map(issues.map(({ path, message }) => [Number(path), message]));
  return results.map((result, index) => {
    const message = messages.get(index);
    return isPost(result) && message !== undefined ? { file: result.file, message } : result;
  });
};

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
  async ({ current, html }) => {
    const ids = createIdSet(takenIds(current));
    const results = await withoutTooComplex(
      html,
      files.map((file) => importPost(file, ids, now)),
    );
    const posts = results.filter(isPost);
    report({
      errors: results.filter(isError),
      warnings: posts.flatMap(({ warnings }) => warnings),
    });
    return {
      subject: posts.length === 1 ? 'Import 1 post' : `Import ${posts.length} posts`,
      changes: new Map(posts.map(({ id, text }) => textChange(postPath(id), text))),
    };
  };
