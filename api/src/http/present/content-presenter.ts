import type {
  ContentAnswer,
  ContentSummaryAnswer,
  FrameAnswer,
  Post,
  PostSummary,
} from 'content-schema';
import { experienceAnswer, profileAnswer, sectionsAnswer } from 'content-schema/content-answer';
import type { BlobCache } from '../../content/blob-cache.ts';
import { readPostContent } from '../../content/posts/stored-post.ts';
import { readSite } from '../../content/site.ts';
import type { ContentSnapshot, PostEntry } from '../../content/snapshot.ts';
import type { HtmlRenderer } from '../../markdown/html-renderer.ts';
import type { Audience } from '../audience.ts';
import { publicFrame } from './public-view.ts';

/** Turns snapshots into answers. */
export interface ContentPresenter {
  content(snapshot: ContentSnapshot, audience: Audience): Promise<ContentAnswer>;
  /** With the posts' excerpts rather than their content; it renders no post. */
  summary(snapshot: ContentSnapshot, audience: Audience): Promise<ContentSummaryAnswer>;
  posts(snapshot: ContentSnapshot, audience: Audience): Promise<Post[]>;
  /** Undefined when there is no such post for this audience. */
  post(snapshot: ContentSnapshot, id: string, audience: Audience): Promise<Post | undefined>;
}

interface Parts {
  readonly blobs: BlobCache;
  readonly html: HtmlRenderer;
}

const visiblePosts = ({ posts }: ContentSnapshot, audience: Audience): PostEntry[] =>
  posts.filter(({ hidden }) => !hidden || audience === 'administrator');

const heading = ({ id, title, tags, hidden, createdAt, updatedAt }: PostEntry) => ({
  id,
  title,
  tags,
  hidden,
  ...(createdAt !== undefined && { createdAt }),
  ...(updatedAt !== undefined && { updatedAt }),
});

const summarize = (entry: PostEntry): PostSummary => ({
  ...heading(entry),
  excerpt: entry.excerpt,
});

export const createContentPresenter = ({ blobs, html }: Parts): ContentPresenter => {
  const frame = async (snapshot: ContentSnapshot, audience: Audience): Promise<FrameAnswer> => {
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
      ...heading(entry),
      content,
      contentHtml: await html.render(entry.blob, content),
    };
  };

  const posts: ContentPresenter['posts'] = async (snapshot, audience) => {
    const entries = visiblePosts(snapshot, audience);
    // One batch, rather than a read for each post.
    await blobs.read(entries.map(({ blob }) => blob));
    return Promise.all(entries.map(post));
  };

  return {
    posts,
    content: async (snapshot, audience) => ({
      ...(await frame(snapshot, audience)),
      posts: await posts(snapshot, audience),
    }),
    summary: async (snapshot, audience) => ({
      ...(await frame(snapshot, audience)),
      posts: visiblePosts(snapshot, audience).map(summarize),
    }),
    post: async (snapshot, id, audience) => {
      const entry = visiblePosts(snapshot, audience).find((it) => it.id === id);
      return entry && post(entry);
    },
  };
};
