import type { SiteShell, ContentSourceResponse, PostSource } from 'content-schema';
import type { Versioned } from './request.ts';

/** The calls whose answers hold the content, which are also the keys they are cached under. */

/** What visitors see: the posts as summaries. */
export const PUBLIC_CONTENT = 'GET /content?posts=summary';
/** Everything, for the administrator: the posts as they are written, which renders none of them. */
export const EDITABLE_CONTENT = 'GET /content?posts=markdown';

/** Holds whether content was saved since the document was loaded. */
export const CONTENT_SAVED = 'content saved';

export const isContentKey = (key: unknown): boolean =>
  key === PUBLIC_CONTENT || key === EDITABLE_CONTENT;

/** Content as it was answered, with the parts that were saved since. */
export interface LoadedContent<Content extends SiteShell> extends Versioned<Content> {
  /** The commits at which parts were saved, where that is later than the content's own. */
  readonly savedAt?: Partial<Record<keyof ContentSourceResponse, string | undefined>>;
}

/** One part of the content with the commit that it is from. */
export const partOf = <Part extends keyof ContentSourceResponse>(
  { answer, revision, savedAt }: LoadedContent<ContentSourceResponse>,
  part: Part,
): Versioned<ContentSourceResponse[Part]> => ({
  answer: answer[part],
  revision: savedAt?.[part] ?? revision,
});

/** Puts a saved part in its place, in content that has been loaded. */
export const withPart =
  <Part extends keyof SiteShell>(part: Part, saved: Versioned<SiteShell[Part]>) =>
  <Content extends SiteShell>(
    loaded: LoadedContent<Content> | undefined,
  ): LoadedContent<Content> | undefined =>
    loaded && {
      ...loaded,
      answer: { ...loaded.answer, [part]: saved.answer },
      savedAt: { ...loaded.savedAt, [part]: saved.revision },
    };

/** Puts all posts, as they were saved, in their place. */
export const withPosts =
  ({ answer, revision }: Versioned<PostSource[]>) =>
  (
    loaded: LoadedContent<ContentSourceResponse> | undefined,
  ): LoadedContent<ContentSourceResponse> | undefined =>
    loaded && {
      ...loaded,
      answer: { ...loaded.answer, posts: answer },
      savedAt: { ...loaded.savedAt, posts: revision },
    };
