import type {
  ContentAnswer,
  ContentSummaryAnswer,
  FrameAnswer,
  Post,
  PostHeading,
  PostSummary,
} from 'content-schema';
import { experienceAnswer, profileAnswer, sectionsAnswer } from 'content-schema/content-answer';
import type { BlobCache } from '../../content/blob-cache.ts';
import type { Excerpts } from '../../content/posts/excerpts.ts';
import { readPostContent } from '../../content/posts/stored-post.ts';
import { readSite } from '../../content/site.ts';
import type { ContentSnapshot, PostEntry } from '../../content/snapshot.ts';
import type { HtmlRenderer } from '../../markdown/html-renderer.ts';
import type { Audience } from '../audience.ts';
import { publicFrame } from './public-view.ts';

/** Turns snapshots into answers. */
export interface ContentPresenter {
  /** Everything around the posts. */
  frame(snapshot: ContentSnapshot, audience: Audience): Promise<FrameAnswer>;
  content(snapshot: ContentSnapshot, audience: Audience): Promise<ContentAnswer>;
  /** With the posts' excerpts rather than their content; it renders no post. */
  summary(snapshot: ContentSnapshot, audience: Audience): Promise<ContentSummaryAnswer>;
  posts(snapshot: ContentSnapshot, audience: Audience): Promise<Post[]>;
  /** One for each post, in their order. */
  summaries(posts: readonly PostEntry[]): Promise<PostSummary[]>;
  /** Undefined when there is no such post for this audience. */
  post(snapshot: ContentSnapshot, id: string, audience: Audience): Promise<Post | undefined>;
}

interface Parts {
  readonly blobs: BlobCache;
  readonly excerpts: Excerpts;
  readonly html: HtmlRenderer;
}

/** The posts that the audience may know of, newest first. */
export const postsFor = ({ posts }: ContentSnapshot, audience: Audience): PostEntry[] =>
  posts.filter(({ hidden }) => !hidden || audience === 'administrator');

/** What leaves the server of an entry. */
export const headingOf = ({
  id,
  title,
  tags,
  hidden,
  createdAt,
  updatedAt,
}: PostEntry): PostHeading => ({
  id,
  title,
  tags,
  hidden,
  ...(createdAt !== undefined && { createdAt }),
  ...(updatedAt !== undefined && { updatedAt }),
});

export const createContentPresenter = ({ blobs, excerpts, html }: Parts): ContentPresenter => {
  const frame: ContentPresenter['frame'] = async (snapshot, audience) => {
    const whole = {
      site: await readSite(blobs, snapshot),
      profile: profileAnswer(snapshot.profile),
      experiences: snapshot.experiences.map(experienceAnswer),
      sections: sectionsAnswer(snapshot.sections),
    };
    return audience === 'administrator' ? whole : publicFrame(whole);
  };

  const post = async (entry: PostEntry): Promise<Post> => {
    const content = await readPostContent(blobs, entry);
    return {
      ...headingOf(entry),
      content,
      contentHtml: await html.render(entry.blob, content),
    };
  };

  const posts: ContentPresenter['posts'] = async (snapshot, audience) => {
    const entries = postsFor(snapshot, audience);
    // One batch, rather than a read for each post.
    await blobs.read(entries.map(({ blob }) => blob));
    return Promise.all(entries.map(post));
  };

  const summaries: ContentPresenter['summaries'] = async (entries) => {
    const texts = await excerpts.of(entries);
    return entries.map((entry, index) => ({ ...headingOf(entry), excerpt: texts[index] ?? '' }));
  };

  return {
    frame,
    posts,
    summaries,
    content: async (snapshot, audience) => ({
      ...(await frame(snapshot, audience)),
      posts: await posts(snapshot, audience),
    }),
    summary: async (snapshot, audience) => ({
      ...(await frame(snapshot, audience)),
      posts: await summaries(postsFor(snapshot, audience)),
    }),
    post: async (snapshot, id, audience) => {
      const entry = postsFor(snapshot, audience).find((it) => it.id === id);
      return entry && post(entry);
    },
  };
};
