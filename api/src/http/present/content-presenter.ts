import type {
  ContentAnswer,
  ContentSummaryAnswer,
  Experience,
  FrameAnswer,
  Post,
  PostHeading,
  PostSummary,
} from 'content-schema';
import { experienceAnswer, profileAnswer, sectionsAnswer } from 'content-schema/content-answer';
import type { BlobCache } from '../../content/blob-cache.ts';
import type { Excerpts } from '../../content/posts/excerpts.ts';
import { findPost, readPosts, type StoredPost } from '../../content/posts/stored-post.ts';
import { readSite } from '../../content/site.ts';
import type { ContentSnapshot, PostEntry } from '../../content/snapshot.ts';
import { mapConcurrently } from '../../git-store/map-concurrently.ts';
import type { HtmlRenderer } from '../../markdown/html-renderer.ts';
import type { Audience } from '../audience.ts';
import { onceForEach } from './once-for-each.ts';
import { publicFrame } from './public-view.ts';

/** Turns snapshots into answers. */
export interface ContentPresenter {
  /** Everything around the posts. */
  frame(snapshot: ContentSnapshot, audience: Audience): Promise<FrameAnswer>;
  content(snapshot: ContentSnapshot, audience: Audience): Promise<ContentAnswer>;
  /** With the posts' excerpts rather than their content; it renders no post. */
  summary(snapshot: ContentSnapshot, audience: Audience): Promise<ContentSummaryAnswer>;
  /** Each post as a whole, in their order. */
  posts(posts: readonly PostEntry[]): Promise<Post[]>;
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
  // Enough for no thread to wait; a single post that is asked for meanwhile waits for no more.
  const renderingsAtOnce = html.threads + 1;
  // Most commits leave these as they are, and rendering their Markdown takes a while.
  const profile = onceForEach(profileAnswer);
  const experiences = onceForEach((all: Experience[]) => all.map(experienceAnswer));
  const sections = onceForEach(sectionsAnswer);

  const frame: ContentPresenter['frame'] = async (snapshot, audience) => {
    const all = {
      site: await readSite(blobs, snapshot),
      profile: profile(snapshot.profile),
      experiences: experiences(snapshot.experiences),
      sections: sections(snapshot.sections),
    };
    return audience === 'administrator' ? all : publicFrame(all);
  };

  const whole = async ({ entry, fields }: StoredPost): Promise<Post> => ({
    ...headingOf(entry),
    content: fields.content,
    contentHtml: await html.render(entry.blob, fields.content),
  });

  const posts: ContentPresenter['posts'] = async (entries) =>
    mapConcurrently(await readPosts(blobs, entries), renderingsAtOnce, whole);

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
      posts: await posts(postsFor(snapshot, audience)),
    }),
    summary: async (snapshot, audience) => ({
      ...(await frame(snapshot, audience)),
      posts: await summaries(postsFor(snapshot, audience)),
    }),
    post: async (snapshot, id, audience) => {
      const post = await findPost(blobs, postsFor(snapshot, audience), id);
      return post && whole(post);
    },
  };
};
