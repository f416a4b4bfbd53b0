import {
  postFields,
  postPath,
  type FileMessage,
  type ImportedBefore,
  type ImportResponse,
} from 'content-schema';
import type { HtmlRenderer } from '../../markdown/html-renderer.ts';
import { mapYielding } from '../../git-store/map-yielding.ts';
import { tooComplexIssues } from '../saving/refuse-too-complex.ts';
import { textChange, type Command, type SaveContext } from '../saving/save-command.ts';
import { createIdSet } from 'content-schema/post-id';
import {
  importPost,
  readMarkdownFile,
  type ImportedPost,
  type MarkdownFile,
} from './imported-post.ts';
import { readReadablePosts, takenIds, type StoredPost } from './stored-posts.ts';

type Result = ImportedPost | ImportedBefore | FileMessage;

const isPost = (result: Result): result is ImportedPost => !('message' in result);
const isImportedBefore = (result: Result): result is ImportedBefore =>
  'message' in result && 'id' in result;
const isError = (result: Result): result is FileMessage =>
  !isPost(result) && !isImportedBefore(result);

export type ImportMessages = Pick<ImportResponse, 'errors' | 'warnings' | 'already'>;

/** The posts that have the ids which the files would get, by id. */
const readStored = async (
  { current, blobs }: SaveContext,
  files: ReturnType<typeof readMarkdownFile>[],
): Promise<ReadonlyMap<string, StoredPost>> => {
  const wanted = new Set(files.flatMap((file) => ('id' in file ? [file.id] : [])));
  const posts = await readReadablePosts(
    blobs,
    current.posts.filter(({ id }) => wanted.has(id)),
  );
  return new Map(posts.map((post) => [post.entry.id, post]));
};

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
 * which of them were imported before, and what is not as it was meant in these, again each time someone
 * else wrote in between. A stored post is never overwritten.
 */
export const importPosts =
  (
    files: readonly MarkdownFile[],
    now: Date,
    report: (messages: ImportMessages) => void,
  ): Command =>
  async (context) => {
    const ids = createIdSet(takenIds(context.current));
    const readable = await mapYielding(files, readMarkdownFile);
    const stored = await readStored(context, readable);
    const results = await withoutTooComplex(
      context.html,
      readable.map((file) =>
        'id' in file ? importPost(file, stored.get(file.id), ids, now) : file,
      ),
    );
    const posts = results.filter(isPost);
    report({
      errors: results.filter(isError),
      warnings: posts.flatMap(({ warnings }) => warnings),
      already: results.filter(isImportedBefore),
    });
    return {
      subject: posts.length === 1 ? 'Import 1 post' : `Import ${posts.length} posts`,
      changes: new Map(posts.map(({ id, text }) => textChange(postPath(id), text))),
    };
  };
