import type { ContentHeadingsResponse } from 'content-schema';
import type { Cache } from 'swr';
import { PUBLIC_CONTENT } from './content.ts';
import type { Saved, Versioned } from './request.ts';

/** The administrator's view: everything but the texts of posts. */
export const EDITABLE_CONTENT = 'GET /content?posts=headings';

export const isContentKey = (key: unknown): boolean =>
  key === PUBLIC_CONTENT || key === EDITABLE_CONTENT;

export type LoadedEditableContent = Versioned<ContentHeadingsResponse>;

/** The administrator's content in the cache; undefined until it has loaded. */
export const cachedContent = (cache: Cache): LoadedEditableContent | undefined =>
  cache.get(EDITABLE_CONTENT)?.data as LoadedEditableContent | undefined;

/** Whether no commit of others is in between, and the save can't have fixed a file problem. */
export const isNext = (
  { revision, response }: LoadedEditableContent,
  { previous }: Pick<Saved<unknown>, 'previous'>,
): boolean => previous === revision && !response.problems?.length;

/** The changes of a save; with `next` they give the complete stored content of its commit. */
export type SavedChange = (
  content: ContentHeadingsResponse,
  next: boolean,
) => Partial<ContentHeadingsResponse>;

/** Applies the changes of a save, whose revision the content gets only if it is complete. */
export const withSaved = (
  loaded: LoadedEditableContent,
  saved: Saved<unknown>,
  change: SavedChange,
): LoadedEditableContent => {
  const next = isNext(loaded, saved);
  return {
    response: { ...loaded.response, ...change(loaded.response, next) },
    revision: next ? saved.revision : loaded.revision,
  };
};
