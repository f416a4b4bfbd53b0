/**
 * Pictures in rendered Markdown: their sizes, captions, rows and links. What is known of a photo can
 * change without the text, so this is no part of the renderer, whose HTML is kept for the text alone.
 */
import { photoIdAt } from './markdown/images-in-text.ts';
import { PHOTO_WIDTHS, photoAddress, type PhotoDetails, type PhotoWidth } from './photo.ts';

/** What is known of the photo with the id; undefined where there is no such photo. */
export type FindPicture = (id: string) =>
  | (Pick<PhotoDetails, 'width' | 'height' | 'alt' | 'caption' | 'colour'> & {
      readonly mimetype: string;
    })
  | undefined;

/**
 * Where a text stands, which decides how wide its pictures are, and whether the first of them is seen
 * first: so it is in a post, and in the summary that a site begins with.
 */
export type PicturePlace = 'post' | 'summary' | 'field';

type Attributes = Map<string, string>;

const ATTRIBUTE = /\s+([\w-]+)(?:="([^"]*)")?/g;
const ATTRIBUTES = String.raw`((?:\s+[\w-]+(?:="[^"]*")?)*)`;
const IMAGES = new RegExp(`<img${ATTRIBUTES}>`, 'g');
/**
 * Paragraphs of pictures alone, which stand in a row, and tags one by one: a tag is read to its end,
 * since `<` may stand in an attribute.
 */
const TOKEN = new RegExp(
  String.raw`<p>((?:\s|<br>|<img${ATTRIBUTES}>)+)</p>|<([a-z][a-z\d]*)${ATTRIBUTES}>`,
  'g',
);

const readAttributes = (text: string): Attributes =>
  new Map(Array.from(text.matchAll(ATTRIBUTE), ([, name = '', value = '']) => [name, value]));

const writeAttributes = (attributes: Attributes): string =>
  Array.from(attributes, ([name, value]) => ` ${name}="${value}"`).join('');

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

/** The id of the own photo at an address as it stands in HTML. */
const photoIdOf = (source: string): string | undefined =>
  /[?#]/.test(source) ? undefined : photoIdAt(source.replace(/&(?:#x26|#38|amp);/g, '&'));

/** The least of the widths that a browser chooses from: in a row a picture may be narrower than a phone. */
const leastWidth = (share: number): number => (share < 1 ? 320 : 480);
const DEFAULT_WIDTH = 1200;
const LARGE_WIDTH = 2560;

const widthFor = (pixels: number): PhotoWidth =>
  PHOTO_WIDTHS.find((width) => width >= pixels) ?? LARGE_WIDTH;

/** An address for each of the widths that the photo has, and for its own. */
const sourceSet = (id: string, width: number, share: number): string => {
  const widths = PHOTO_WIDTHS.filter((it) => it >= leastWidth(share) && it < width);
  const own = widthFor(width);
  return [
    ...widths.map((offered) => `${photoAddress(id, offered)} ${offered}w`),
    ...(widths.includes(own) ? [] : [`${photoAddress(id, own)} ${Math.min(width, own)}w`]),
  ].join(', ');
};

/** How wide pictures are; the style sheet of posts has the same measures. */
const sizesIn = (place: PicturePlace, share: number): string =>
  place === 'post'
    ? [
        `(min-width: 69.5rem) ${round(47 * share)}rem`,
        `(min-width: 60rem) ${round(38 * share)}rem`,
        `(min-width: 52.5rem) ${round(47 * share)}rem`,
        `${round(90 * share)}vw`,
      ].join(', ')
    : `(min-width: 40rem) ${round(36 * share)}rem, ${round(90 * share)}vw`;
const PORTRAIT_REM = 28;

const round = (size: number): number => Math.round(size * 10) / 10;

/** A picture of a text, with what is known of it. */
interface Picture {
  readonly attributes: Attributes;
  readonly id: string | undefined;
  readonly known: ReturnType<FindPicture>;
}

/** Of width to height. */
const ratioOf = ({ known }: Picture): number | undefined =>
  known?.width && known.height ? known.width / known.height : undefined;

const VECTOR = 'image/svg+xml';

interface Layout {
  readonly place: PicturePlace;
  /** Of the width of its row. */
  readonly share: number;
  /** It is likely the largest that is seen first. */
  readonly first: boolean;
}

/** The author's own size stays. */
const setSize = ({ attributes, known }: Picture): void => {
  if (!known?.width || !known.height || attributes.has('height')) return;
  const own = attributes.get('width');
  if (own === undefined) {
    attributes.set('width', String(known.width)).set('height', String(known.height));
  } else if (/^\d+$/.test(own)) {
    attributes.set('height', String(Math.round((Number(own) * known.height) / known.width)));
  }
};

const sizesOf = (picture: Picture, hasOwnWidth: boolean, { place, share }: Layout): string => {
  const own = picture.attributes.get('width');
  if (hasOwnWidth && own !== undefined && /^\d+$/.test(own)) return `${own}px`;
  const isPortrait = share === 1 && (ratioOf(picture) ?? 1) < 1;
  return isPortrait
    ? `(min-width: ${PORTRAIT_REM + 4}rem) ${PORTRAIT_REM}rem, 90vw`
    : sizesIn(place, share);
};

const writeImage = (picture: Picture, layout: Layout): string => {
  const { attributes, id, known } = picture;
  if (layout.first) {
    attributes.set('loading', 'eager').set('fetchpriority', 'high');
  }
  if (id !== undefined && known) {
    const hasOwnWidth = attributes.has('width');
    setSize(picture);
    const { width, alt = '', colour, mimetype } = known;
    if (!attributes.get('alt')) attributes.set('alt', escapeHtml(alt));
    if (colour !== undefined) attributes.set('data-colour', colour);
    if (width !== undefined && mimetype !== VECTOR) {
      attributes.set('src', photoAddress(id, widthFor(Math.min(width, DEFAULT_WIDTH))));
      attributes.set('srcset', sourceSet(id, width, layout.share));
      attributes.set('sizes', sizesOf(picture, hasOwnWidth, layout));
    }
  }
  return `<img${writeAttributes(attributes)}>`;
};

/** Classes for the shapes of pictures that stand in a row: no style may stand in the HTML. */
const RATIOS = [4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 22, 26, 32];

const ratioClass = (ratio: number): string => {
  const distance = (tenths: number) => Math.abs(Math.log(tenths / 10 / ratio));
  const [nearest] = [...RATIOS].sort((a, b) => distance(a) - distance(b));
  return `ratio-${nearest}`;
};

const UNKNOWN_RATIO = 1.5;

/** A picture with its caption, and with a link to it in large. */
const writeFigure = (picture: Picture, layout: Layout): string => {
  const { attributes, id, known } = picture;
  const title = attributes.get('title') ?? '';
  attributes.delete('title');
  const caption = title.replaceAll('<', '&#60;') || escapeHtml(known?.caption ?? '');
  const ratio = ratioOf(picture) ?? UNKNOWN_RATIO;
  const shape = layout.share < 1 ? ` ${ratioClass(ratio)}` : ratio < 1 ? ' portrait' : '';
  const largeWidth = known?.mimetype === VECTOR ? undefined : LARGE_WIDTH;
  const image = writeImage(picture, layout);
  return [
    `<figure class="picture${shape}">`,
    id === undefined || !known
      ? image
      : `<a class="enlarge" href="${photoAddress(id, largeWidth)}">${image}</a>`,
    caption === '' ? '' : `<figcaption>${caption}</figcaption>`,
    '</figure>',
  ].join('');
};

/** A picture after more text than this is not seen first. */
const FIRST_TEXT_MAX = 700;
const TAG = /<[^>]*>/g;

const isNearTop = (before: string): boolean =>
  before.length < 10 * FIRST_TEXT_MAX && before.replace(TAG, '').length < FIRST_TEXT_MAX;

/**
 * Rendered Markdown with its pictures as the site shows them. It takes what `renderMarkdown` gives,
 * which writes each attribute in double quotes and no `<` into a text.
 */
export const showPictures = (html: string, find: FindPicture, place: PicturePlace): string => {
  if (!html.includes('<img')) return html;
  let isFirst = place !== 'field';

  const read = (text: string): Picture => {
    const attributes = readAttributes(text);
    const id = photoIdOf(attributes.get('src') ?? '');
    return { attributes, id, known: id === undefined ? undefined : find(id) };
  };

  /** Only once, for the first one. */
  const takeFirst = (offset: number): boolean => {
    const first = isFirst && isNearTop(html.slice(0, offset));
    isFirst = false;
    return first;
  };

  const writeRow = (pictures: readonly Picture[], first: boolean): string => {
    const ratios = pictures.map((picture) => ratioOf(picture) ?? UNKNOWN_RATIO);
    const all = ratios.reduce((sum, ratio) => sum + ratio, 0);
    const figures = pictures.map((picture, index) =>
      writeFigure(picture, {
        place,
        share: (ratios[index] ?? UNKNOWN_RATIO) / all,
        first: first && index === 0,
      }),
    );
    return figures.length === 1
      ? figures.join('')
      : `<div class="pictures">${figures.join('')}</div>`;
  };

  return html.replace(
    TOKEN,
    (
      token: string,
      row: string | undefined,
      _: string | undefined,
      name: string | undefined,
      attributes: string | undefined,
      offset: number,
    ) => {
      if (row !== undefined) {
        const pictures = Array.from(row.matchAll(IMAGES), ([, found = '']) => read(found));
        return pictures.length === 0 ? token : writeRow(pictures, takeFirst(offset));
      }
      if (name !== 'img') return token;
      return writeImage(read(attributes ?? ''), { place, share: 1, first: takeFirst(offset) });
    },
  );
};
