import type {
  Experience,
  FrameAnswer,
  Post,
  PostHeading,
  PostSummary,
  PostDetail,
  PostDetails,
  WrittenPost,
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
  content<Detail extends PostDetail>(
    snapshot: ContentSnapshot,
    audience: Audience,
    detail: Detail,
  ): Promise<FrameAnswer & { posts: PostDetails[Detail][] }>;
  /** Each post, in their order. Only `whole` ones have to be rendered. */
  posts<Detail extends PostDetail>(
    posts: readonly PostEntry[],
    detail: Detail,
  ): Promise<PostDetails[Detail][]>;
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

type PresentPosts = {
  readonly [Detail in PostDetail]: (posts: readonly PostEntry[]) => Promise<PostDetails[Detail][]>;
};

const written = ({ entry, fields }: StoredPost): WrittenPost => ({
  ...headingOf(entry),
  content: fields.content,
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

  const whole = async (post: StoredPost): Promise<Post> => ({
    ...written(post),
    contentHtml: await html.render(post.entry.blob, post.fields.content),
  });

  const summaries = async (entries: readonly PostEntry[]): Promise<PostSummary[]> => {
    const texts = await excerpts.of(entries);
    return entries.map((entry, index) => ({ ...headingOf(entry), excerpt: texts[index] ?? '' }));
  };

  const present: PresentPosts = {
    whole: async (entries) =>
      mapConcurrently(await readPosts(blobs, entries), renderingsAtOnce, whole),
    markdown: async (entries) => (await readPosts(blobs, entries)).map(written),
    summary: summaries,
  };

  return {
    frame,
    posts: (entries, detail) => present[detail](entries),
    content: async (snapshot, audience, detail) => ({
      ...(await frame(snapshot, audience)),
      posts: await present[detail](postsFor(snapshot, audience)),
    }),
    post: async (snapshot, id, audience) => {
      const post = await findPost(blobs, postsFor(snapshot, audience), id);
      return post && whole(post);
    },
  };
};
