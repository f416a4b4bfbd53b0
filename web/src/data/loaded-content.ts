import type { ContentHeadingsResponse, PostHeading, SiteShell } from 'content-schema';
import type { Answer, Versioned } from './request.ts';

/** The calls whose answers hold the content, which are also the keys they are cached under. */

/** What visitors see: the posts as summaries. */
export const PUBLIC_CONTENT = 'GET /content?posts=summary';
/** Everything, for the administrator, but the texts of posts. */
export const EDITABLE_CONTENT = 'GET /content?posts=headings';

/** Holds whether content was saved since the document was loaded. */
export const CONTENT_SAVED = 'content saved';

export const isContentKey = (key: unknown): boolean =>
  key === PUBLIC_CONTENT || key === EDITABLE_CONTENT;

/** Content as it was answered, with the parts that were saved since. */
export interface LoadedContent<Content extends SiteShell> extends Versioned<Content> {
  /** The commits at which parts were saved, where that is later than the content's own. */
  readonly savedAt?: Partial<Record<keyof SiteShell, string | undefined>>;
}

/** One part of the content with the commit that it is from. */
export const partOf = <Part extends keyof SiteShell>(
  { answer, revision, savedAt }: LoadedContent<ContentHeadingsResponse>,
  part: Part,
): Versioned<SiteShell[Part]> => ({
  answer: answer[part],
  revision: savedAt?.[part] ?? revision,
});

/**
 * Whether the content and the save are all there is to know: nobody else has saved anything in
 * between, and there was no file that the save may have mended.
 */
export const isNext = (
  { revision, answer }: LoadedContent<ContentHeadingsResponse>,
  { previous }: Pick<Answer<unknown>, 'previous'>,
): boolean => previous !== undefined && previous === revision && !answer.problems?.length;

/** Puts a saved part in its place, in content that has been loaded. */
export const withPart =
  <Part extends keyof SiteShell>(part: Part, saved: Answer<SiteShell[Part]>) =>
  (
    loaded: LoadedContent<ContentHeadingsResponse> | undefined,
  ): LoadedContent<ContentHeadingsResponse> | undefined =>
    loaded && {
      ...loaded,
      answer: { ...loaded.answer, [part]: saved.answer },
      ...(isNext(loaded, saved)
        ? { revision: saved.revision, savedAt: {} }
        : { savedAt: { ...loaded.savedAt, [part]: saved.revision } }),
    };

/**
 * Makes the change of a save in the posts. Their revision stays where others may have changed other
 * posts before it.
 */
export const withPosts =
  (change: (posts: PostHeading[]) => PostHeading[], saved: Answer<unknown>) =>
  (
    loaded: LoadedContent<ContentHeadingsResponse> | undefined,
  ): LoadedContent<ContentHeadingsResponse> | undefined =>
    loaded && {
      ...loaded,
      answer: { ...loaded.answer, posts: change(loaded.answer.posts) },
      ...(isNext(loaded, saved) && { revision: saved.revision, savedAt: {} }),
    };
