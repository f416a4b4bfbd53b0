/** Where a repository of another site generator keeps what, and how it writes it. */
import * as v from 'valibot';
import { isSame, pick } from '../plain-object.ts';
import type { PostFieldName } from '../entities/post-fields.ts';
import type { Call } from './call.ts';
import type { RevisionResponse } from './history.ts';

/** The keys of new lines in front matter, by field. */
export type NewKeys = { readonly [Field in PostFieldName]?: string };

/** Folders are relative to the root and end with `/`; the root itself is an empty text. */
export interface Layout {
  /** Whose repository it is, e.g. `Jekyll`; `Markdown` if that is unknown. */
  readonly generator: string;
  readonly posts: readonly string[];
  readonly pages: readonly string[];
  /** The folders of served files, each with the address of its files: `{"static/": "/"}`. */
  readonly media: Readonly<Record<string, string>>;
  /** The path of a new post; `:id` stands for its id and `:date` for its day. */
  readonly newPost: string;
  readonly newPage: string;
  /** The folder of new photos, in one of `media`. */
  readonly newPhoto: string;
  readonly keys: NewKeys;
  /** The front matter of a new post: `lines` are those of Pelican. */
  readonly head: 'yaml' | 'toml' | 'lines';
  /** Whether a post with a date in the future is public. */
  readonly showsFuture: boolean;
  /** The languages of the texts, the site's own first; empty if there is one. */
  readonly languages: readonly string[];
  /** The patterns of addresses by folder, such as `/:year/:title/`. */
  readonly permalinks: Readonly<Record<string, string>>;
  /** The title, the description and the address of the site, as its configuration has them. */
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly address?: string | undefined;
}

/** The place of a file in such a repository, and what that says of its post. */
export interface Origin {
  readonly path: string;
  readonly createdAt?: string;
  readonly lang?: string;
  readonly translationKey?: string;
  readonly layout: Layout;
}

const FOLDERS_MAX = 50;
const ADDRESS = /^\/(?:.*\/)?$/;
const FOLDER = /^(?:(?!\.)[^/]+\/)*$/;
const NAME_FOLDERS = 'Name folders with / at their end';
// The issue is that of the whole list, as is its field.
const folders = v.pipe(
  v.array(v.string()),
  v.maxLength(FOLDERS_MAX),
  v.check((all) => all.every((each) => FOLDER.test(each)), NAME_FOLDERS),
);
const addresses = v.pipe(
  v.record(v.string(), v.string()),
  v.check(
    (all) =>
      Object.entries(all).every(([name, address]) => FOLDER.test(name) && ADDRESS.test(address)),
    'Name folders and their addresses like static/ = /',
  ),
);

/** What the owner corrects of a layout that was found. */
export const layoutCorrectionSchema = v.object({
  posts: v.optional(folders),
  pages: v.optional(folders),
  media: v.optional(addresses),
  languages: v.optional(v.array(v.string())),
  newPost: v.optional(v.pipe(v.string(), v.includes(':id'), v.endsWith('.md'))),
  newPhoto: v.optional(v.pipe(v.string(), v.regex(FOLDER, NAME_FOLDERS))),
});

export type LayoutCorrection = v.InferOutput<typeof layoutCorrectionSchema>;

/** `isCorrected` is false to go back to what was found. */
export const layoutSchema = v.object({
  ...layoutCorrectionSchema.entries,
  isCorrected: v.boolean(),
});

/** What the owner has corrected, as the lens shows it. */
export const LAYOUT_FILE = 'layout.json';

const PLACES = ['posts', 'pages', 'media', 'languages'] as const;
const CORRECTABLE = [...PLACES, 'newPost', 'newPhoto'] as const;

/** Whether the same files are posts, pages and pictures. */
export const isSameLayout = (one: Layout | undefined, other: Layout | undefined): boolean =>
  one === other ||
  (one !== undefined && other !== undefined && isSame(pick(one, PLACES), pick(other, PLACES)));

/** Returns the text of the file that keeps a layout, or corrects it. */
export const textOfLayout = (layout: LayoutCorrection | Layout): string =>
  `${JSON.stringify(pick<LayoutCorrection | Layout, (typeof CORRECTABLE)[number]>(layout, CORRECTABLE), null, 2)}\n`;

/** A layout in words, such as `a Jekyll blog: 23 posts in _posts/, 9 pictures in assets/`. */
export interface LayoutSummary extends Layout {
  readonly description: string;
  /** Whether the owner has corrected it. */
  readonly isCorrected: boolean;
}

export interface LayoutCalls {
  /** Null for a repository of this product's own layout. */
  'GET /admin/layout': Call<{ readonly layout: LayoutSummary | null }>;
  /** Adds to earlier corrections. */
  'PUT /admin/layout': Call<RevisionResponse, v.InferOutput<typeof layoutSchema>>;
}
