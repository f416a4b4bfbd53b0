import { findFields, presentFields } from './front-matter/found-fields.ts';
import { takeApart } from './front-matter/post-file.ts';
import type { PostFields } from './front-matter/post-fields.ts';
import { readPost } from './front-matter/read-post.ts';
import { pairsOf } from './front-matter/yaml-document.ts';

export type { PostFields };
export { writePostFile } from './front-matter/write-post.ts';

export interface ParsedPost extends PostFields {
  /** For the log: why front matter could not be read, and the like. */
  readonly warnings: readonly string[];
}

/**
 * Reads a post's file; `id` is its file name without the extension, and stands for the title and
 * the date where nothing else says them. Never throws: front matter that is broken, or in another
 * language than YAML, stays part of the content, with a warning.
 */
export const parsePostFile = (text: string, id: string): ParsedPost => {
  const { file, found, fields } = readPost(text, id);
  const { warning } = file;
  return { ...fields, warnings: warning === undefined ? found.warnings : [warning] };
};

/**
 * Takes pasted front matter out of `content`: the fields that it has, and the content below it.
 * Undefined when `content` doesn't begin with front matter that can be read.
 */
export const liftFrontMatter = (
  content: string,
): { fields: Partial<PostFields>; content: string } | undefined => {
  const { head, body } = takeApart(content);
  if (!head || pairsOf(head.document).length === 0) return undefined;
  return {
    fields: presentFields(findFields(head.document)),
    content: body.replace(/^\r?\n/, ''),
  };
};
