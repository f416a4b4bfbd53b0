import { parseJsonDocument, writeJsonDocument } from 'content-schema/json-document';
import type { Changes, CommitSha } from '../git-store/git-store.ts';
import type { HtmlRenderer } from '../markdown/html-renderer.ts';
import type { SvgCleaner } from '../photos/clean-image.ts';
import { UnreadableFile } from '../reading/errors.ts';
import type { BlobCache } from '../reading/blob-cache.ts';
import type { ContentSnapshot } from '../reading/snapshot.ts';
import type { ChangeSummary } from '../messages/commit-subject.ts';
import { applyEdit, type Edit } from './apply-edit.ts';

export interface Change extends ChangeSummary {
  readonly body?: string | undefined;
  readonly changes: Changes;
  /** Whether `changes` edit `editedContent`; then they are merged with what was changed since. */
  readonly isEdit?: true;
  /** Whether they depend on files that they leave as they are; then these must not change. */
  readonly dependsOnAll?: true;
  readonly undoes?: CommitSha;
  /** The commit whose changes these are, as the second parent. */
  readonly merges?: CommitSha;
}

export interface SaveContext {
  readonly current: ContentSnapshot;
  /** The content that the edits began from; undefined if it no longer exists. */
  readonly base: ContentSnapshot | undefined;
  readonly blobs: BlobCache;
  readonly html: HtmlRenderer;
  readonly cleanSvg: SvgCleaner;
}

/** Derives a commit from its context alone: after a concurrent commit it runs on the new one. */
export type Command = (context: SaveContext) => Change | Promise<Change>;

export const editedContent = ({ base, current }: SaveContext): ContentSnapshot => base ?? current;

const encoder = new TextEncoder();

export const textChange = (path: string, text: string): [string, Uint8Array] => [
  path,
  encoder.encode(text),
];

/** Throws `UnreadableFile` for an entity that can't be read: a save would lose its content. */
export const rejectUnreadable = ({ problems }: ContentSnapshot, path: string): void => {
  const problem = problems.find((each) => each.path === path && each.readOnly);
  if (problem) throw new UnreadableFile(problem);
};

/** Applies an edit to a JSON file; unedited parts keep their bytes. Throws `UnreadableFile`. */
export const jsonChange = async (
  { blobs, current }: SaveContext,
  path: string,
  edit: Edit<unknown>,
  content = current,
): Promise<Changes> => {
  rejectUnreadable(current, path);
  const entry = content.tree.get(path);
  const text = entry && (await blobs.text(entry.sha));
  const value = text === undefined ? edit.after : applyEdit(parseJsonDocument(text), edit);
  return new Map([textChange(path, writeJsonDocument(text, value))]);
};
