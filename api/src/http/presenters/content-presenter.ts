import type {
  ContentOf,
  Experience,
  SiteShell,
  Post,
  PostHeading,
  PostSummary,
  PostDetail,
  PostDetails,
  PostSource,
  Problem,
} from 'content-schema';
import { presentExperience, presentProfile, presentSections } from 'content-schema/derived-html';
import type { BlobCache } from '../../content/reading/blob-cache.ts';
import type { Excerpts } from '../../content/posts/excerpts.ts';
import { findPost, readPosts, type StoredPost } from '../../content/posts/stored-posts.ts';
import { readSite } from '../../content/reading/site.ts';
import type { ContentSnapshot, PostEntry } from '../../content/reading/snapshot.ts';
import type { GitStore } from '../../git-store/git-store.ts';
import { mapConcurrently } from '../../git-store/map-concurrently.ts';
import type { HtmlRenderer } from '../../markdown/html-renderer.ts';
import type { Audience } from '../requests/access.ts';
import { memoizeByIdentity } from '../../memo.ts';
import { publicShell } from './public-view.ts';

interface Options {
  readonly blobs: BlobCache;
  readonly excerpts: Excerpts;
  readonly html: HtmlRenderer;
  readonly pageOf: GitStore['pageOf'];
}

/** The posts that the audience may see, newest first. */
export const postsFor = ({ posts }: ContentSnapshot, audience: Audience): PostEntry[] =>
  posts.filter(({ hidden }) => !hidden || audience === 'administrator');

/** The fields of an entry that leave the server. */
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

const sourceOf = ({ entry, fields }: StoredPost): PostSource => ({
  ...headingOf(entry),
  content: fields.content,
});

export type ContentPresenter = ReturnType<typeof createContentPresenter>;

/** Turns snapshots into the bodies of responses. */
export const createContentPresenter = ({ blobs, excerpts, html, pageOf }: Options) => {
  // Enough for no thread to wait; a single post that is asked for meanwhile waits for no more.
  const renderingsAtOnce = html.threads + 1;
  // Most commits leave these as they are, and rendering their Markdown takes a while.
  const profile = memoizeByIdentity(presentProfile);
  const experiences = memoizeByIdentity((all: Experience[]) => all.map(presentExperience));
  const sections = memoizeByIdentity(presentSections);

  /** Everything around the posts. */
  const shell = async (snapshot: ContentSnapshot, audience: Audience): Promise<SiteShell> => {
    const all = {
      site: await readSite(blobs, snapshot),
      profile: profile(snapshot.profile),
      experiences: experiences(snapshot.experiences),
      sections: sections(snapshot.sections),
    };
    return audience === 'administrator' ? all : publicShell(all);
  };

  const whole = async (post: StoredPost): Promise<Post> => ({
    ...sourceOf(post),
    contentHtml: await html.render(post.entry.blob, post.fields.content),
  });

  const summaries = async (entries: readonly PostEntry[]): Promise<PostSummary[]> => {
    const texts = await excerpts.of(entries);
    return entries.map((entry, index) => ({ ...headingOf(entry), excerpt: texts[index] ?? '' }));
  };

  const present: PresentPosts = {
    whole: async (entries) =>
      mapConcurrently(await readPosts(blobs, entries), renderingsAtOnce, whole),
    markdown: async (entries) => (await readPosts(blobs, entries)).map(sourceOf),
    summary: summaries,
  };

  const withPage = (problem: Problem): Problem => {
    const url = pageOf(problem.path, problem.line);
    return { ...problem, ...(url !== undefined && { url }) };
  };

  return {
    shell,

    content: async <Detail extends PostDetail>(
      snapshot: ContentSnapshot,
      audience: Audience,
      detail: Detail,
    ): Promise<ContentOf<PostDetails[Detail]>> => ({
      ...(await shell(snapshot, audience)),
      posts: await present[detail](postsFor(snapshot, audience)),
      ...(audience === 'administrator' && { problems: snapshot.problems.map(withPage) }),
    }),

    /** Each post, in their order. Only `whole` ones have to be rendered. */
    posts: <Detail extends PostDetail>(
      entries: readonly PostEntry[],
      detail: Detail,
    ): Promise<PostDetails[Detail][]> => present[detail](entries),

    /** Undefined when there is no such post for this audience. */
    post: async (
      snapshot: ContentSnapshot,
      id: string,
      audience: Audience,
    ): Promise<Post | undefined> => {
      const post = await findPost(blobs, postsFor(snapshot, audience), id);
      return post && whole(post);
    },
  };
};
