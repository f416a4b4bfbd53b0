import { tagKey } from '../entities/tags.ts';
import { IMAGE_EXTENSION } from '../import/import.ts';
import type { PageFacts } from '../import/old-address.ts';
import {
  entriesOf,
  isList,
  isTable,
  textOf,
  textsIn,
  type HeadEntry,
  type HeadValue,
} from './head-value.ts';
import {
  firstValue,
  isCategory,
  oneLine,
  pageOf,
  parsePostFile,
  presentFields,
  readFile,
  type RawFields,
  type ParsedPost,
} from './read-post.ts';
import { writePostFile } from './write-post.ts';

/** An image in a file. The alt text and the caption are plain text on one line. */
export interface ImportedImage {
  readonly address: string;
  readonly alt: string;
  readonly caption: string;
}

export interface ImportedFile extends ParsedPost {
  readonly text: string;
  /** The post's name in its URL, from the front matter. */
  readonly slug?: string;
  readonly page: PageFacts;
  /** Whether its front matter has the date of its creation. */
  readonly isDated: boolean;
  /** The images in the front matter, in order of preference. */
  readonly covers: readonly ImportedImage[];
}

/** Jekyll has `permalink`, Hugo `url`. */
const ADDRESS_KEYS = ['slug', 'permalink', 'url'];

const COVER_KEYS = [
  ...['image', 'cover', 'cover_image', 'coverImage', 'featured_image', 'featuredImage'],
  ...['feature_image', 'featureImage', 'heroImage', 'hero', 'header', 'banner', 'thumbnail'],
  'images',
];
/** Keys of the address in a map, such as Hugo's `cover.image` or Jekyll's `image.path`. */
const INNER_KEYS = ['image', 'path', 'src', 'url'];
const IMAGE = new RegExp(String.raw`^https?:|${IMAGE_EXTENSION}(?:[?#]|$)`, 'i');

/** The last part of a URL; undefined for a pattern such as `/:year/:title/`. */
const lastPart = (address: string): string | undefined =>
  address.includes(':') ? undefined : /([^/]+?)(?:\.html?)?\/*$/.exec(address)?.[1];

const allTags = ({ tags }: RawFields): readonly string[] => {
  const own = firstValue(tags.filter((entry) => !isCategory(entry))) ?? [];
  const categories = firstValue(tags.filter(isCategory)) ?? [];
  const ownKeys = new Set(own.map(tagKey));
  return [...own, ...categories.filter((tag) => !ownKeys.has(tagKey(tag)))];
};

const lineIn = (value: HeadValue = null): string => oneLine(textOf(value) ?? '');

/** Ghost writes captions in HTML. */
const withoutTags = (html: string): string => html.replace(/<[^<>]*>/g, '');

const coversIn = (value: HeadValue): readonly ImportedImage[] => {
  if (isList(value)) return value.flatMap(coversIn);
  if (isTable(value)) {
    const [address = ''] = INNER_KEYS.map((key) => lineIn(value.get(key))).filter(Boolean);
    const [alt, caption] = [lineIn(value.get('alt')), withoutTags(lineIn(value.get('caption')))];
    return coversIn(address).map((cover) => ({ ...cover, alt, caption }));
  }
  // Obsidian uses wiki links here.
  const address = lineIn(value).replace(/^!?\[\[([^[\]|]+).*\]\]$/, '$1');
  return IMAGE.test(address) ? [{ address, alt: '', caption: '' }] : [];
};

/** The images under `key`. Their alt text may have its own key: Ghost's `feature_image_alt`. */
const coversOf = (entries: readonly HeadEntry[], key: string): readonly ImportedImage[] => {
  const beside = (...keys: readonly string[]): string =>
    textsIn(entries, keys)
      .map((text) => withoutTags(oneLine(text)))
      .find(Boolean) ?? '';
  return entriesOf(entries, key)
    .flatMap(({ value }) => coversIn(value))
    .map(({ address, alt, caption }) => ({
      address,
      alt: alt || beside(`${key}_alt`, `${key}Alt`),
      caption: caption || beside(`${key}_caption`, `${key}Caption`),
    }));
};

/** Like `parsePostFile`; categories become tags, and what can't be edited becomes YAML. */
export const parseImportedFile = (text: string, id: string): ImportedFile => {
  const { file, raw, fields } = readFile(text, id);
  const { head } = file;
  const entries = head?.entries ?? [];
  const [slug] = textsIn(entries, ADDRESS_KEYS).flatMap((address) => lastPart(address) ?? []);
  const tags = allTags(raw);
  const hidden = presentFields(raw).hidden ?? false;
  const isScript = head?.language === undefined && entries.length > 0;
  const written = isScript ? writePostFile(undefined, { ...fields, tags, hidden }, id) : text;
  return {
    ...parsePostFile(written, id),
    text: written,
    tags,
    ...(slug !== undefined && { slug }),
    page: pageOf(file, raw),
    isDated: firstValue([...raw.createdAt, ...raw.publishDate]) !== undefined,
    covers: COVER_KEYS.flatMap((key) => coversOf(entries, key)),
  };
};
