/**
 * Adds sizes, captions, rows and links to the images in rendered Markdown. A photo's metadata can
 * change without the text, so this is not part of the renderer, whose HTML is cached by text only.
 */
import { photoIdAt } from './images-in-text.ts';
import {
  PHOTO_WIDTHS,
  photoAddress,
  type PhotoDetails,
  type PhotoWidth,
} from '../entities/photo.ts';

/** Returns the metadata of a photo; undefined if there is no such photo. */
export type FindImage = (id: string) =>
  | (Pick<PhotoDetails, 'width' | 'height' | 'alt' | 'caption' | 'colour'> & {
      readonly mimetype: string;
    })
  | undefined;

/**
 * Where a text is shown. This determines the widths of its images, and whether its first image is
 * probably the largest contentful paint: in a post, and in the summary of the landing page.
 */
export type ImagePlace = 'post' | 'summary' | 'field';

type Attributes = Map<string, string>;

const ATTRIBUTE = /\s+([\w-]+)(?:="([^"]*)")?/g;
const ATTRIBUTES = String.raw`((?:\s+[\w-]+(?:="[^"]*")?)*)`;
const IMAGES = new RegExp(`<img${ATTRIBUTES}>`, 'g');
/**
 * Matches paragraphs that contain only images, which are shown in a row, and single tags. A tag is
 * matched to its end, since `<` may occur in an attribute.
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

/** Returns the id of this site's photo at a URL in HTML. */
const photoIdOf = (source: string): string | undefined =>
  /[?#]/.test(source) ? undefined : photoIdAt(source.replace(/&(?:#x26|#38|amp);/g, '&'));

/** Returns the smallest width to offer: in a row an image is narrower than a phone. */
const leastWidth = ({ place, shareAt }: Layout): number =>
  shareAt || place === 'beside summary' ? 320 : 480;
const DEFAULT_WIDTH = 1200;
const LARGE_WIDTH = 2560;

const widthFor = (pixels: number): PhotoWidth =>
  PHOTO_WIDTHS.find((width) => width >= pixels) ?? LARGE_WIDTH;

/** Returns the `srcset` of a photo: all widths up to its own. */
const sourceSet = (id: string, width: number, layout: Layout): string => {
  const widths = PHOTO_WIDTHS.filter((it) => it >= leastWidth(layout) && it < width);
  const own = widthFor(width);
  return [
    ...widths.map((offered) => `${photoAddress(id, offered)} ${offered}w`),
    ...(widths.includes(own) ? [] : [`${photoAddress(id, own)} ${Math.min(width, own)}w`]),
  ].join(', ');
};

const whole: ShareAt = () => 1;
const rem = (width: number, shareAt: ShareAt): string => `${round(width * shareAt(width))}rem`;
const percent = (width: number, shareAt: ShareAt): string => `${round(90 * shareAt(width))}vw`;

/**
 * Returns the `sizes` of images; the style sheets of posts and of the landing page use the same
 * measures.
 */
const sizesIn = ({ place, shareAt = whole }: Layout): string => {
  if (place === 'beside summary') return '(min-width: 42rem) 16rem, 38vw';
  const [tablet, phone] = [percent(34, shareAt), percent(22, shareAt)];
  return [
    ...(place === 'post'
      ? [
          `(min-width: 69.5rem) ${rem(47, shareAt)}`,
          `(min-width: 60rem) ${rem(38, shareAt)}`,
          `(min-width: 52.5rem) ${rem(47, shareAt)}`,
        ]
      : [`(min-width: 40rem) ${rem(36, shareAt)}`]),
    ...(tablet === phone ? [] : [`(min-width: 37.5rem) ${tablet}`]),
    phone,
  ].join(', ');
};
const PORTRAIT_REM = 28;

const round = (size: number): number => Math.round(size * 10) / 10;

interface Image {
  readonly attributes: Attributes;
  readonly id: string | undefined;
  readonly known: ReturnType<FindImage>;
}

/** Returns the ratio of width to height. */
const ratioOf = ({ known }: Image): number | undefined =>
  known?.width && known.height ? known.width / known.height : undefined;

const VECTOR = 'image/svg+xml';

/** Returns an image's fraction of its line's width in a row of the given width in rem. */
type ShareAt = (width: number) => number;

interface Layout {
  /** The first image of the summary is shown beside its text. */
  readonly place: ImagePlace | 'beside summary';
  /** Absent for an image that is not in a row. */
  readonly shareAt?: ShareAt;
  /** Whether it is probably the largest contentful paint. */
  readonly first: boolean;
}

/** Sets the size, unless the author has set one. */
const setSize = ({ attributes, known }: Image): void => {
  if (!known?.width || !known.height || attributes.has('height')) return;
  const own = attributes.get('width');
  if (own === undefined) {
    attributes.set('width', String(known.width)).set('height', String(known.height));
  } else if (/^\d+$/.test(own)) {
    attributes.set('height', String(Math.round((Number(own) * known.height) / known.width)));
  }
};

const sizesOf = (image: Image, hasOwnWidth: boolean, layout: Layout): string => {
  const own = image.attributes.get('width');
  if (hasOwnWidth && own !== undefined && /^\d+$/.test(own)) return `${own}px`;
  const isPortrait =
    layout.place !== 'beside summary' && !layout.shareAt && (ratioOf(image) ?? 1) < 1;
  return isPortrait
    ? `(min-width: ${PORTRAIT_REM + 4}rem) ${PORTRAIT_REM}rem, 90vw`
    : sizesIn(layout);
};

const writeImage = (image: Image, layout: Layout): string => {
  const { attributes, id, known } = image;
  if (layout.first) {
    attributes.set('loading', 'eager').set('fetchpriority', 'high');
  }
  if (id !== undefined && known) {
    const hasOwnWidth = attributes.has('width');
    setSize(image);
    const { width, alt = '', colour, mimetype } = known;
    if (!attributes.get('alt')) attributes.set('alt', escapeHtml(alt));
    if (colour !== undefined) attributes.set('data-colour', colour);
    // Also for photos of unknown width: the URL with a width needs no redirect.
    attributes.set(
      'src',
      photoAddress(id, widthFor(Math.min(width ?? DEFAULT_WIDTH, DEFAULT_WIDTH))),
    );
    if (width !== undefined && mimetype !== VECTOR) {
      attributes.set('srcset', sourceSet(id, width, layout));
      attributes.set('sizes', sizesOf(image, hasOwnWidth, layout));
    }
  }
  return `<img${writeAttributes(attributes)}>`;
};

/** The ratios for classes of images in a row, since the CSP forbids inline styles. */
const RATIOS = [4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 22, 26, 32];

const ratioClass = (ratio: number): string => {
  const distance = (tenths: number) => Math.abs(Math.log(tenths / 10 / ratio));
  const [nearest] = [...RATIOS].sort((a, b) => distance(a) - distance(b));
  return `ratio-${nearest}`;
};

const UNKNOWN_RATIO = 1.5;

/** Writes an image with its caption and a link to a larger version. */
const writeFigure = (picture: Image, layout: Layout): string => {
  const { attributes, id, known } = picture;
  const title = attributes.get('title') ?? '';
  attributes.delete('title');
  const caption = title.replaceAll('<', '&#60;') || escapeHtml(known?.caption ?? '');
  const ratio = ratioOf(picture) ?? UNKNOWN_RATIO;
  const shape = layout.shareAt ? ` ${ratioClass(ratio)}` : ratio < 1 ? ' portrait' : '';
  const presence = id === undefined || known ? '' : ' missing';
  const largeWidth = known?.mimetype === VECTOR ? undefined : LARGE_WIDTH;
  const image = writeImage(picture, layout);
  return [
    `<figure class="picture${shape}${presence}">`,
    id === undefined || !known
      ? image
      : `<a class="enlarge" href="${photoAddress(id, largeWidth)}">${image}</a>`,
    caption === '' ? '' : `<figcaption>${caption}</figcaption>`,
    '</figure>',
  ].join('');
};

/** The minimum height of a row and the gap in rem, as in the style sheet. */
const ROW_HEIGHT_MIN = 5;
const ROW_GAP = 0.75;

/** Returns each image's fraction of its line in a row that may wrap. */
const sharesIn = (ratios: readonly number[], width: number): number[] => {
  const lines: number[][] = [[]];
  let left = width;
  for (const ratio of ratios) {
    const needed = ROW_HEIGHT_MIN * ratio;
    const line = lines.at(-1) ?? [];
    if (line.length > 0 && needed + ROW_GAP > left) {
      lines.push([ratio]);
      left = width - needed;
    } else {
      left -= needed + (line.length > 0 ? ROW_GAP : 0);
      line.push(ratio);
    }
  }
  return lines.flatMap((line) => {
    const all = line.reduce((sum, ratio) => sum + ratio, 0);
    return line.map((ratio) => ratio / all);
  });
};

/** Like `sharesIn`, computed once per width. */
const createShares = (ratios: readonly number[]): ((width: number) => readonly number[]) => {
  const known = new Map<number, readonly number[]>();
  return (width) => {
    const shares = known.get(width) ?? sharesIn(ratios, width);
    known.set(width, shares);
    return shares;
  };
};

/** An image after more characters than this is not above the fold. */
const FIRST_TEXT_MAX = 700;
const TAG = /<[^>]*>/g;

const isNearTop = (before: string): boolean =>
  before.length < 10 * FIRST_TEXT_MAX && before.replace(TAG, '').length < FIRST_TEXT_MAX;

/**
 * Returns rendered Markdown with images as the site shows them. The input must come from
 * `renderMarkdown`, which writes attributes in double quotes and escapes `<` in texts.
 */
export const showPictures = (html: string, find: FindImage, place: ImagePlace): string => {
  if (!html.includes('<img')) return html;
  let isFirst = place !== 'field';
  let hasBeside = false;

  const read = (text: string): Image => {
    const attributes = readAttributes(text);
    const id = photoIdOf(attributes.get('src') ?? '');
    return { attributes, id, known: id === undefined ? undefined : find(id) };
  };

  /** Returns true once, for the first image above the fold. */
  const takeFirst = (offset: number): boolean => {
    const first = isFirst && isNearTop(html.slice(0, offset));
    isFirst = false;
    return first;
  };

  const writeRow = (images: readonly Image[], first: boolean): string => {
    const [only] = images;
    if (only && images.length === 1) {
      const isBeside = place === 'summary' && !hasBeside;
      hasBeside = true;
      return writeFigure(only, { place: isBeside ? 'beside summary' : place, first });
    }
    const sharesAt = createShares(images.map((image) => ratioOf(image) ?? UNKNOWN_RATIO));
    const figures = images.map((image, index) =>
      writeFigure(image, {
        place,
        shareAt: (width) => sharesAt(width)[index] ?? 1,
        first: first && index === 0,
      }),
    );
    return `<div class="pictures">${figures.join('')}</div>`;
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
        const images = Array.from(row.matchAll(IMAGES), ([, result = '']) => read(result));
        return images.length === 0 ? token : writeRow(images, takeFirst(offset));
      }
      if (name !== 'img') return token;
      return writeImage(read(attributes ?? ''), { place, first: takeFirst(offset) });
    },
  );
};
