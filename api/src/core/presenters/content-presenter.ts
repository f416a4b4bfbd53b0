import {
  headingOf,
  isProjectId,
  linksToPages,
  namesWhere,
  pick,
  postFields,
  withoutPages,
  withoutUndefined,
  type ListDetail,
  type ListDetails,
  type SiteShell,
  type Post,
  type PostHeading,
  colourSteps,
  focusSteps,
  type PostImage,
  type PostDetails,
  type Problem,
  type SavedPost,
  type Site,
} from 'content-schema';
import { markdownMessages, markdownTextsOf, withHtml } from 'content-schema/content-response';
import type { Field, ValueOf, WithHtml } from 'content-schema/fields';
import { showImages, type ImageContext } from 'content-schema/show-images';
import { isVideo } from 'content-schema/video';
import { renderedBody } from 'content-schema/rendered-body';
import type { Content } from '../content.ts';
import { ENTITIES, readSite } from '../reading/entities.ts';
import type { ExtractedFields } from '../saving/save-posts.ts';
import { addressProblems } from '../reading/addresses.ts';
import { addressesIn, shownContent } from '../reading/own-addresses.ts';
import { searchSummaries } from '../reading/search-posts.ts';
import { readReadablePosts, type StoredPost } from '../reading/stored-posts.ts';
import { unmeasurablePhotos } from '../reading/stored-photos.ts';
import { publicPages, publicPosts } from '../reading/publication.ts';
import type { ContentSnapshot, PostEntry } from '../reading/snapshot.ts';
import { unreadable } from '../reading/text-file.ts';
import type { UnreadableObject } from '../git-store/errors.ts';
import { mapConcurrently } from '../git-store/map-concurrently.ts';
import type { HtmlRenderer } from '../markdown/html-renderer.ts';
import { memoizeByIdentity } from '../memo.ts';
import { slicesOf } from '../git-store/slices.ts';
import { projectPages } from './project-pages.ts';
import { publicShell, type Audience } from './public-view.ts';

interface Options extends Pick<Content, 'blobs' | 'digests' | 'info' | 'findPhoto' | 'photoFacts'> {
  readonly html: HtmlRenderer;
}

export const withExtractedFrontMatter = <P extends PostHeading>(
  post: P,
  extracted: ExtractedFields,
): SavedPost<P> => {
  const fields = extracted.get(post.id);
  return fields ? { ...post, extractedFrontMatter: fields } : post;
};

const entriesFor = (snapshot: ContentSnapshot, audience: Audience): readonly PostEntry[] =>
  audience === 'administrator' ? snapshot.posts : publicPosts(snapshot);

/** Returns the posts that the audience may see, newest first; with the pages as headings, for forms. */
export const postsFor = (
  snapshot: ContentSnapshot,
  audience: Audience,
  detail?: ListDetail,
): readonly PostEntry[] => {
  const entries = entriesFor(snapshot, audience);
  return detail === 'headings' ? entries : withoutPages(entries);
};

type PresentPosts = {
  readonly [Detail in keyof PostDetails]: (
    posts: readonly PostEntry[],
    snapshot: ContentSnapshot,
  ) => PostDetails[Detail][] | Promise<PostDetails[Detail][]>;
};

/** Posts per slice; no more are read and rendered for a client that has left. */
const SLICE = 100;

/** What visitors see of a post, and beside that what its form has. */
const SHOWN = [...namesWhere({ shownIn: 'lists' }), ...namesWhere({ shownIn: 'page' })] as const;
const EDITABLE = [...SHOWN, ...namesWhere({ inForm: true })] as const;

export type ContentPresenter = ReturnType<typeof createContentPresenter>;

/** Converts snapshots to response bodies. */
export const createContentPresenter = (options: Options) => {
  const { blobs, digests, html, info, findPhoto, photoFacts } = options;
  // Enough to keep all threads busy; a request for a single post waits for no more than these.
  const renderingsAtOnce = html.threads + 1;
  const tooComplexPosts = new WeakSet<PostEntry>();
  /** Posts that were parsed before, but whose files can no longer be read. */
  const unreadablePosts = new WeakMap<PostEntry, UnreadableObject>();

  const withImages = (text: string, snapshot: ContentSnapshot, context: ImageContext): string =>
    showImages(text, (id) => findPhoto(snapshot, id), context);

  /** Presents an entity, which is rendered once, since most commits don't change it. */
  const entity = <F extends Field>(
    { path, fields }: { readonly path: string; readonly fields: F },
    valueIn: (snapshot: ContentSnapshot) => ValueOf<F> & object,
    context: ImageContext = 'field',
  ) => {
    const render = memoizeByIdentity(async (value: ValueOf<F> & object) => {
      const htmls = new Map<string, string>();
      const problems: Problem[] = [];
      const texts = markdownTextsOf(fields, value);
      await mapConcurrently(texts, renderingsAtOnce, async (text) => {
        const rendered = await html.render(text.markdown, text.shape);
        htmls.set(`${text.shape} ${text.markdown}`, rendered.html);
        if (!rendered.tooComplex) return;
        const message = markdownMessages.shownAsWritten(text.name);
        problems.push({ path, message });
      });
      return { htmls, problems };
    });
    return {
      show: async (snapshot: ContentSnapshot): Promise<WithHtml<F>> => {
        const value = valueIn(snapshot);
        const { htmls } = await render(value);
        return withHtml(fields, value, ({ markdown, shape }) =>
          withImages(htmls.get(`${shape} ${markdown}`) ?? '', snapshot, context),
        );
      },
      problems: async (snapshot: ContentSnapshot) => (await render(valueIn(snapshot))).problems,
    };
  };

  const profile = entity(ENTITIES.profile, (snapshot) => snapshot.profile, 'summary');
  const experiences = entity(ENTITIES.experiences, (snapshot) => snapshot.experiences);
  const sections = entity(ENTITIES.sections, (snapshot) => snapshot.sections);

  /** Presents everything except the posts; `site` includes the logo's bytes. */
  const shell = async (
    snapshot: ContentSnapshot,
    audience: Audience,
    site?: Site,
  ): Promise<SiteShell> => {
    const all = {
      site: site ?? (await readSite(blobs, snapshot)),
      profile: await profile.show(snapshot),
      experiences: await experiences.show(snapshot),
      sections: await sections.show(snapshot),
    };
    return audience === 'administrator' ? all : publicShell(all);
  };

  const whole = async (post: StoredPost, snapshot: ContentSnapshot): Promise<Post> => {
    const content = shownContent(snapshot, post.entry, post.fields.content);
    const rendered = await html.render(renderedBody(content), 'blocks');
    if (rendered.tooComplex) tooComplexPosts.add(post.entry);
    return {
      id: post.entry.id,
      ...pick(post.fields, SHOWN),
      contentHtml: withImages(rendered.html, snapshot, 'post'),
    };
  };

  /** Returns the problems that were found while reading and rendering posts. */
  const lateProblems = async (snapshot: ContentSnapshot): Promise<Problem[]> => {
    const entities = [profile, experiences, sections];
    const problems = await Promise.all(entities.map((entity) => entity.problems(snapshot)));
    const message = markdownMessages.shownAsWritten(postFields.fields.content.label);
    const complex = snapshot.posts.filter((post) => tooComplexPosts.has(post));
    const damaged = snapshot.posts.flatMap((post): Problem[] => {
      const error = unreadablePosts.get(post);
      return error ? [{ path: post.path, ...unreadable(error) }] : [];
    });
    return [
      ...problems.flat(),
      ...complex.map(({ path }) => ({ path, message })),
      ...damaged,
      ...addressProblems(snapshot),
      ...unmeasurablePhotos(snapshot, photoFacts),
    ];
  };

  const imageOf = (snapshot: ContentSnapshot, id: string): PostImage | undefined => {
    const photo = findPhoto(snapshot, id);
    if (!photo || isVideo(photo)) return undefined;
    const { version, formats, colour, focus } = photo;
    const steps = { colour: colour && colourSteps(colour), focus: focus && focusSteps(focus) };
    return { id, version, formats, ...withoutUndefined(steps) };
  };

  const pagesOfProjects = memoizeByIdentity(async (snapshot: ContentSnapshot) =>
    projectPages(await sections.show(snapshot)),
  );

  /** Reads the texts of posts; those that can't be read are left out. */
  const read = async (entries: readonly PostEntry[]): Promise<StoredPost[]> => {
    const stored = await readReadablePosts(blobs, entries, (entry, error) =>
      unreadablePosts.set(entry, error),
    );
    for (const { entry } of stored) unreadablePosts.delete(entry);
    return stored;
  };

  const present: PresentPosts = {
    whole: async (entries, snapshot) =>
      mapConcurrently(await read(entries), renderingsAtOnce, (post) => whole(post, snapshot)),
    markdown: async (entries, snapshot) =>
      (await read(entries)).map(({ entry, fields }) => {
        const own = addressesIn(snapshot, entry, fields.content);
        const shownAs = own && { shownAs: Object.fromEntries(own) };
        return { id: entry.id, ...pick(fields, EDITABLE), ...shownAs };
      }),
    summary: async (entries, snapshot) => {
      const made = await digests.of(entries, snapshot);
      return entries.map((entry, i) => {
        const { photo, excerpt = '', minutes } = made[i] ?? {};
        const picture = photo === undefined ? undefined : imageOf(snapshot, photo);
        return { ...headingOf(entry), excerpt, ...withoutUndefined({ minutes, picture }) };
      });
    },
    headings: (entries) => entries.map(headingOf),
  };

  const posts = async <Detail extends keyof PostDetails>(
    snapshot: ContentSnapshot,
    entries: readonly PostEntry[],
    detail: Detail,
  ): Promise<PostDetails[Detail][]> => {
    const presented: PostDetails[Detail][] = [];
    for (const slice of slicesOf(entries, SLICE)) {
      presented.push(...(await present[detail](slice, snapshot)));
    }
    return presented;
  };

  /** Yields posts as the JSON of a list, in slices; `add` completes each post. */
  const list = async function* <Detail extends ListDetail>(
    snapshot: ContentSnapshot,
    entries: readonly PostEntry[],
    detail: Detail,
    add = (post: ListDetails[Detail]): PostHeading => post,
  ): AsyncGenerator<string> {
    let separator = '[';
    for (const slice of slicesOf(entries, SLICE)) {
      const presented = await present[detail](slice, snapshot);
      if (presented.length === 0) continue;
      yield separator + JSON.stringify(presented.map(add)).slice(1, -1);
      separator = ',';
    }
    yield separator === '[' ? '[]' : ']';
  };

  const problemsOf = async (snapshot: ContentSnapshot): Promise<Problem[]> =>
    [...snapshot.problems, ...(await lateProblems(snapshot))].map((problem) => ({
      ...problem,
      ...withoutUndefined({ url: info.pages?.file(problem.path, problem.line) }),
    }));

  return {
    shell,

    site: (snapshot: ContentSnapshot) => readSite(blobs, snapshot),
    profile: profile.show,
    experiences: experiences.show,
    sections: sections.show,
    projectPages: pagesOfProjects,

    /** Yields all content as the JSON of a `ContentOf<ListDetails[Detail]>`, in slices. */
    content: async function* (
      snapshot: ContentSnapshot,
      audience: Audience,
      detail: ListDetail,
    ): AsyncGenerator<string> {
      const all = { ...(await shell(snapshot, audience)), ...linksToPages(publicPages(snapshot)) };
      yield `${JSON.stringify(all).slice(0, -1)},"posts":`;
      yield* list(snapshot, postsFor(snapshot, audience, detail), detail);
      if (audience === 'administrator') {
        yield `,"problems":${JSON.stringify(await problemsOf(snapshot))}`;
      }
      yield '}';
    },

    list,

    /** Returns the headings of the public posts that match the query, newest first. */
    search: async (snapshot: ContentSnapshot, query: string): Promise<PostHeading[]> =>
      (await searchSummaries(digests, snapshot, postsFor(snapshot, 'visitor'), query)).map(
        headingOf,
      ),

    /** Presents each readable post, in their order. Only `whole` posts are rendered. */
    posts,

    /** Presents one post; undefined if this audience has none. Throws `UnreadableObject`. */
    post: async <Detail extends keyof PostDetails>(
      snapshot: ContentSnapshot,
      id: string,
      audience: Audience,
      detail: Detail,
    ): Promise<PostDetails[Detail] | undefined> => {
      if (isProjectId(id) && detail === 'whole') {
        return (await pagesOfProjects(snapshot)).find((page) => page.id === id);
      }
      const result = entriesFor(snapshot, audience).filter((post) => post.id === id);
      const [post] = await posts(snapshot, result, detail);
      const error = result[0] && unreadablePosts.get(result[0]);
      if (!post && error) throw error;
      return post;
    },
  };
};
