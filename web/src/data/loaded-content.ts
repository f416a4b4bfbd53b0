import type { ContentHeadingsResponse, SiteShell } from 'content-schema';
import type { Cache } from 'swr';
import { PUBLIC_CONTENT, type LoadedContent } from './content.ts';
import type { Saved, Versioned } from './request.ts';

/** The administrator's view: everything but the texts of posts. */
export const EDITABLE_CONTENT = 'GET /content?posts=headings';

export const isContentKey = (key: unknown): boolean =>
  key === PUBLIC_CONTENT || key === EDITABLE_CONTENT;

export type LoadedEditableContent = LoadedContent<ContentHeadingsResponse>;

/** The administrator's content in the cache; undefined until it has loaded. */
export const cachedContent = (cache: Cache): LoadedEditableContent | undefined =>
  cache.get(EDITABLE_CONTENT)?.data as LoadedEditableContent | undefined;

/** One part of the content with its revision. */
export const partOf = <Part extends keyof SiteShell>(
  { response, revision, savedAt }: LoadedEditableContent,
  part: Part,
): Versioned<SiteShell[Part]> => ({
  response: response[part],
  revision: savedAt?.[part] ?? revision,
});

/**
 * Whether applying the save to the content gives the complete stored content: there is no commit of
 * others in between, and no file problem that the save may have fixed.
 */
export const isNext = (
  { revision, response }: LoadedEditableContent,
  { previous }: Pick<Saved<unknown>, 'previous'>,
): boolean => previous === revision && !response.problems?.length;

/**
 * Returns an updater that applies the changes of a save to the loaded content. What the save didn't
 * change keeps its revision when there are unknown commits before the save.
 */
export const withSaved =
  (
    saved: Saved<unknown>,
    change: (content: ContentHeadingsResponse) => Partial<ContentHeadingsResponse>,
  ) =>
  (loaded: LoadedEditableContent | undefined): LoadedEditableContent | undefined => {
    if (!loaded) return undefined;
    const { response, revision, savedAt } = loaded;
    const changed = change(response);
    const revisions = Object.keys(changed).map((part) => [part, saved.revision] as const);
    return {
      response: { ...response, ...changed },
      ...(isNext(loaded, saved)
        ? { revision: saved.revision }
        : { revision, savedAt: { ...savedAt, ...Object.fromEntries(revisions) } }),
    };
  };
