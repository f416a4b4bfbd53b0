import type { FrameAnswer, WrittenContentAnswer, WrittenPost } from 'content-schema';
import type { Answered } from './request.ts';

/** The calls whose answers hold the content, which are also the keys they are cached under. */

/** What visitors see: the posts as summaries. */
export const PUBLIC_CONTENT = 'GET /content?posts=summary';
/** Everything, for the administrator: the posts as they are written, which renders none of them. */
export const EDITABLE_CONTENT = 'GET /content?posts=markdown';

export const isContentKey = (key: unknown): boolean =>
  key === PUBLIC_CONTENT || key === EDITABLE_CONTENT;

/** Content as it was answered, with the parts that were saved since. */
export interface LoadedContent<Content extends FrameAnswer> extends Answered<Content> {
  /** The commits at which parts were saved, where that is later than the content's own. */
  readonly savedAt?: Partial<Record<keyof WrittenContentAnswer, string | undefined>>;
}

/** One part of the content with the commit that it is from. */
export const partOf = <Part extends keyof WrittenContentAnswer>(
  { answer, revision, savedAt }: LoadedContent<WrittenContentAnswer>,
  part: Part,
): Answered<WrittenContentAnswer[Part]> => ({
  answer: answer[part],
  revision: savedAt?.[part] ?? revision,
});

/** Puts a saved part in its place, in content that has been loaded. */
export const withPart =
  <Part extends keyof FrameAnswer>(part: Part, saved: Answered<FrameAnswer[Part]>) =>
  <Content extends FrameAnswer>(
    loaded: LoadedContent<Content> | undefined,
  ): LoadedContent<Content> | undefined =>
    loaded && {
      ...loaded,
      answer: { ...loaded.answer, [part]: saved.answer },
      savedAt: { ...loaded.savedAt, [part]: saved.revision },
    };

/** Puts all posts, as they were saved, in their place. */
export const withPosts =
  ({ answer, revision }: Answered<WrittenPost[]>) =>
  (
    loaded: LoadedContent<WrittenContentAnswer> | undefined,
  ): LoadedContent<WrittenContentAnswer> | undefined =>
    loaded && {
      ...loaded,
      answer: { ...loaded.answer, posts: answer },
      savedAt: { ...loaded.savedAt, posts: revision },
    };
