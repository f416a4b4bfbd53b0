import { pick } from '../plain-object.ts';
import { isPageId, nameOfId } from './page.ts';
import { namesWhere, type NamesWhere, type PostFields } from './post-fields.ts';
import { isSiteName } from './site-addresses.ts';
import type { SizedPhoto } from './photo.ts';
import type { ProjectResponse } from './sections.ts';
import {
  POST_DESCRIPTION_MAX_LENGTH,
  POST_ID_MAX_LENGTH,
  POST_TAGS_MAX_LENGTH,
  POST_TITLE_MAX_LENGTH,
} from '../limits.ts';

export const postMessages = {
  required: 'Title and content are required.',
  titleLength: `Title must be ${POST_TITLE_MAX_LENGTH} characters or fewer`,
  tagsLength: `Tags must be ${POST_TAGS_MAX_LENGTH} characters or fewer together`,
  descriptionLength: `The summary must be ${POST_DESCRIPTION_MAX_LENGTH} characters or fewer`,
  id: 'Post ids may use letters, digits, dots, dashes and underscores only',
  pageId: 'Page ids may use letters, digits, dashes and underscores only',
  pageTags: 'Pages have no tags',
  idOfPage: 'This id is an address of the site',
  idOfDevice: 'This id is a reserved name on Windows',
  idLength: `Post ids must be ${POST_ID_MAX_LENGTH} characters or fewer`,
  alias: 'Another address of a post is a path such as /2019/05/title',
  idKind: 'A post stays a post, and a page stays a page',
  idTaken: 'Another post has this id already',
  idAliased: 'This address leads to another post already',
  idCase: 'The new address must differ by more than letter case',
  tagName: 'A tag needs a name of one line, without commas',
  confirmDelete: 'Delete this blog post? This action cannot be undone.',
} as const;

const PAGE_NAME = /^(?:new|tags)$/i;
const DEVICE_NAME = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;
const SAFE_ID = /^(?!.*\.\.)[a-z0-9][a-z0-9._-]*$/i;

/**
 * Returns why a new post can't have an id; undefined if it can. Valid ids are safe as a file name on
 * every system, also on Windows with its reserved names
 * (https://learn.microsoft.com/windows/win32/fileio/naming-a-file), and not the path of another page.
 * Posts that were added by hand may have other ids.
 */
export const newIdProblem = (id: string): string | undefined => {
  const [name, isPage] = [nameOfId(id), isPageId(id)];
  if (isPage ? isSiteName(name) : PAGE_NAME.test(id)) return postMessages.idOfPage;
  if (DEVICE_NAME.test(name)) return postMessages.idOfDevice;
  if (!SAFE_ID.test(name)) return isPage ? postMessages.pageId : postMessages.id;
  return name.length > POST_ID_MAX_LENGTH ? postMessages.idLength : undefined;
};

/** A post without its text. */
export interface PostHeading extends Pick<PostFields, NamesWhere<{ shownIn: 'lists' }>> {
  readonly id: string;
}

const HEADING = ['id', ...namesWhere({ shownIn: 'lists' })] as const;

export const headingOf = (post: PostHeading): PostHeading => pick(post, HEADING);

export type PostLink = Pick<PostHeading, 'id' | 'title'>;

/** A post in a list. */
export interface PostSummary extends PostHeading {
  /** Plain text of at most `EXCERPT_LENGTH` characters, with an ellipsis if it was cut. */
  readonly excerpt: string;
  /** The reading time in whole minutes; absent if unknown. */
  readonly minutes?: number;
  readonly picture?: PostImage;
  /** Set for the page of a project; the next one of the last one is the first one. */
  readonly project?: Omit<ProjectResponse, 'stack' | 'text' | 'textHtml'> & { next: PostLink };
}

/** The first photo of this site in a post's text. */
export interface PostImage extends SizedPhoto {
  /** Its colour and its focal point, in the steps of the style sheet. */
  readonly colour?: string;
  readonly focus?: string;
}

export interface PostSource
  extends PostHeading, Pick<PostFields, NamesWhere<{ shownIn: 'page' } | { inForm: true }>> {
  /** What the addresses in a text of another site generator are on this site. */
  readonly shownAs?: Readonly<Record<string, string>>;
}

/** A whole post; `contentHtml` is derived from `content`, sanitised. */
export interface Post extends PostSource {
  readonly contentHtml: string;
}

export interface Neighbours {
  /** The post before it in time, which lists show below it. */
  readonly previous?: PostLink;
  readonly next?: PostLink;
  /** The same post in all its languages, each with its name in that language. */
  readonly translations?: readonly { id: string; lang: string; name: string }[];
}

/** A post in a list: whole, with an excerpt, or without texts. */
export interface ListDetails {
  readonly whole: Post;
  readonly summary: PostSummary;
  readonly headings: PostHeading;
}

export type ListDetail = keyof ListDetails;

/** A post in a response: as in a list, or without HTML, to be edited. */
export interface PostDetails extends ListDetails {
  readonly markdown: PostSource;
}
