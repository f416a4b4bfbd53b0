import {
  flag,
  group,
  markdown,
  number,
  text,
  texts,
  type FlagField,
  type NumberField,
  type TextField,
  type TextListField,
  type ValueOf,
} from '../fields/fields.ts';
import { isSame } from '../plain-object.ts';

/** What only a post's field has. */
interface PostFacts {
  /** Whether every post has it; other fields are absent if they are empty. */
  readonly always?: true;
  /** Whether visitors get it: with lists of posts and on the post's page, or only there. */
  readonly shownIn?: 'lists' | 'page';
  /** Whether clients can send it. */
  readonly sent?: true;
  readonly inForm?: true;
  readonly only?: 'post' | 'page';
  /** Its name in commit subjects and notices, if not the field's. */
  readonly noun?: string;
  /** Its keys in front matter, in any case: ours first, then those of other site generators. */
  readonly keys?: readonly string[];
  /** Its key in new lines of Pelican (`lines`) and of Hugo and Zola (`toml`). */
  readonly newKeys?: { readonly [Language in string]?: string };
  readonly isOneLine?: true;
  /** Whether the post is hidden if it can't be read. */
  readonly isPlan?: true;
}

type PostField = (TextField | TextListField | FlagField | NumberField) & PostFacts;

const listed = { shownIn: 'lists' } as const;
const edited = { sent: true, inForm: true } as const;
const date = (label: string) => text(label, { format: 'date' });

/** Grav has `taxonomy.tag`, Zola `taxonomies.tags`. */
export const CATEGORY_KEYS = [
  ...['categories', 'category', 'taxonomy.category', 'taxonomies.categories'],
];

const table = {
  title: { ...text('Title'), always: true, ...listed, ...edited },
  description: {
    ...{ ...text('Description'), isOneLine: true, shownIn: 'page', ...edited },
    // The last two are Ghost's.
    keys: ['description', 'summary', 'excerpt', 'custom_excerpt', 'meta_description'],
  },
  tags: {
    ...{ ...texts('Tags', 'commas'), always: true, ...listed, ...edited, only: 'post' },
    keys: ['tags', 'tag', 'taxonomy.tag', 'taxonomies.tags', 'keywords', ...CATEGORY_KEYS],
  },
  hidden: {
    ...{ ...flag('Hide from public website'), always: true, ...listed, ...edited },
    ...{ noun: 'visibility', newKeys: { lines: 'status', toml: 'draft' } },
  },
  createdAt: {
    ...{ ...date('Date'), ...listed, ...edited, noun: 'date' },
    newKeys: { lines: 'date', toml: 'date' },
    keys: [
      ...['createdAt', 'date', 'pubDate', 'publishedAt', 'published_at', 'pubDatetime', 'created'],
      ...['created_at', 'published', 'publish'],
    ],
  },
  updatedAt: {
    ...{ ...date('Last change'), ...listed, newKeys: { lines: 'modified', toml: 'updated' } },
    keys: [
      ...['updatedAt', 'lastmod', 'updated', 'updatedDate', 'last_modified_at', 'updated_at'],
      ...['modified', 'modifiedAt', 'modDatetime', 'lastUpdated', 'last_updated'],
    ],
  },
  /** Not public before, even if `createdAt` is earlier; absent if that decides. */
  publishDate: {
    ...{ ...date('Publish on'), ...listed, ...edited, noun: 'publication', isPlan: true },
    // The first is Hugo's.
    keys: ['publishDate', 'publishAt', 'publish_date'],
  },
  /** No longer public from then on. */
  expiryDate: {
    ...{ ...date('Expires on'), ...listed, sent: true, noun: 'expiry', isPlan: true },
    keys: ['expiryDate', 'unpublishDate', 'unpublish_date'],
  },
  /** Other addresses that lead to the post, as the file has them. */
  aliases: { ...texts('Other addresses', 'one item'), keys: ['aliases', 'redirect_from'] },
  /** The place of a page among the pages; those without one come last. */
  order: { ...number('Position among the pages'), ...listed, ...edited, only: 'page' },
  header: { ...flag('Show in the header'), ...listed, ...edited, only: 'page' },
  /** Absent for the language of the site. */
  lang: { ...text('Language', { format: 'language' }), ...listed },
  /** Posts with the same key are translations of each other. */
  translationKey: { ...text('Translation key'), ...listed },
  content: {
    ...{ ...markdown('Content', { untrimmed: true }), always: true, shownIn: 'page', ...edited },
  },
} as const satisfies Record<string, PostField>;

/** The fields of posts and pages, in the order of a new file. */
export const postFields = group(table);

type Table = typeof table;
export type PostFieldName = keyof Table;
export const POST_FIELD_NAMES = Object.keys(table) as PostFieldName[];
export const postField = (name: PostFieldName): PostField => table[name];

/** The names of the fields of which the facts are true. */
export type NamesWhere<Some extends PostFacts> = {
  [Name in PostFieldName]: Table[Name] extends Some ? Name : never;
}[PostFieldName];

export const namesWhere = <const Some extends PostFacts>(facts: Some): NamesWhere<Some>[] =>
  POST_FIELD_NAMES.filter((name): name is NamesWhere<Some> =>
    isSame({ ...postField(name), ...facts }, postField(name)),
  );

type Always = { readonly [Name in NamesWhere<{ always: true }>]: Readonly<ValueOf<Table[Name]>> };
type IfSet = {
  readonly [Name in Exclude<PostFieldName, keyof Always>]?: Table[Name] extends FlagField
    ? true
    : Readonly<NonNullable<ValueOf<Table[Name]>>>;
};

/** The values of a post's fields; its dates have a time. */
export interface PostFields extends Always, IfSet {}

/** The fields that a client can send. */
export const SENT_FIELDS = namesWhere({ sent: true });
export type SentField = (typeof SENT_FIELDS)[number];
/** The fields that front matter in pasted text can set. */
export const EXTRACTED_FIELDS = SENT_FIELDS.filter(
  (name): name is Exclude<SentField, NamesWhere<{ only: 'page' }> | 'content'> =>
    name !== 'content' && postField(name).only !== 'page',
);
export type ExtractedField = (typeof EXTRACTED_FIELDS)[number];

/** Returns the name of a field in commit subjects and notices. */
export const nounOf = (name: PostFieldName): string => postField(name).noun ?? name;
