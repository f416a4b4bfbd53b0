/**
 * Adds sizes, captions, rows and links to the images in rendered Markdown. A photo's metadata can
 * change without the text, so this is not part of the renderer, whose HTML is cached by text only.
 */
import { colourSteps, focusSteps } from '../entities/photo-steps.ts';
import { isVideo, videoAddress } from '../entities/video.ts';
import { photoIdAt } from './images-in-text.ts';
import {
  PHOTO_WIDTHS,
  photoSourceSet,
  photoWidthFor,
  sizedPhotoAddress,
  type PhotoDetails,
  type PhotoWidth,
  type SizedPhoto,
} from '../entities/photo.ts';

/** Returns the metadata of a photo; undefined if there is no such photo. */
export type FindImage = (
  id: string,
) =>
  | (Pick<PhotoDetails, 'width' | 'height' | 'alt' | 'caption' | 'colour' | 'focus'> & SizedPhoto)
  | undefined;

/**
 * Where a text is shown. This determines the widths of its images, and whether its first image is
 * probably the largest contentful paint: in a post, and in the summary of the landing page.
 */
export type ImageContext = 'post' | 'summary' | 'field';

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

const photoIdOf = (source: string): string | undefined =>
  /[?#]/.test(source) ? undefined : photoIdAt(source.replace(/&(?:#x26|#38|amp);/g, '&'));

/** The first image of a summary is the portrait, beside the name. */
interface Layout {
  readonly context: ImageContext | 'portrait';
  /** An image's fraction of its line in a row of a width in rem; absent outside of a row. */
  readonly shareAt?: (width: number) => number;
  /** Whether it is probably the largest contentful paint. */
  readonly first: boolean;
}

const DEFAULT_WIDTH = 1200;
const LARGE_WIDTH = 2560;

/** Returns the widths of a photo that are offered: all up to its own. */
const widthsOf = (width: number, { context, shareAt }: Layout): readonly PhotoWidth[] => {
  // In a row, an image is narrower than a phone.
  const least = shareAt || context === 'portrait' ? 320 : 480;
  const own = photoWidthFor(width);
  return PHOTO_WIDTHS.filter((offered) => offered === own || (offered >= least && offered < width));
};

const round = (size: number): number => Math.round(size * 10) / 10;

/** Returns the `sizes` of images; the style sheets use the same measures. */
const sizesIn = ({ context, shareAt = () => 1 }: Layout): string => {
  const rem = (width: number): string => `${round(width * shareAt(width))}rem`;
  const percent = (width: number): string => `${round(90 * shareAt(width))}vw`;
  const [tablet, phone] = [percent(34), percent(22)];
  return [
    ...(context === 'post'
      ? [
          `(min-width: 110rem) ${rem(58)}`,
          `(min-width: 69.5rem) ${rem(52)}`,
          `(min-width: 60rem) ${rem(45)}`,
          `(min-width: 52.5rem) ${rem(52)}`,
        ]
      : [`(min-width: 40rem) ${rem(36)}`]),
    ...(tablet === phone ? [] : [`(min-width: 37.5rem) ${tablet}`]),
    phone,
  ].join(', ');
};

interface Image {
  readonly attributes: Attributes;
  readonly id: string | undefined;
  readonly photo: ReturnType<FindImage>;
}

const ratioOf = ({ photo }: Image): number | undefined =>
  photo?.width && photo.height ? photo.width / photo.height : undefined;

/** Sets the size, unless the author has set one. */
const setSize = ({ attributes, photo }: Image): void => {
  if (!photo?.width || !photo.height || attributes.has('height')) return;
  const own = attributes.get('width');
  if (own === undefined) {
    attributes.set('width', String(photo.width)).set('height', String(photo.height));
  } else if (/^\d+$/.test(own)) {
    attributes.set('height', String(Math.round((Number(own) * photo.height) / photo.width)));
  }
};

/** The ratio to which the style sheet crops the portrait. */
const PORTRAIT_RATIO = 4 / 5;

/** Returns the `sizes` of the portrait, which covers its frame. */
const portraitSizes = (ratio = 1): string => {
  const size = (length: number): number => round(length * Math.max(1, ratio / PORTRAIT_RATIO));
  const wide = `(min-width: 94.5rem) ${size(34)}rem, (min-width: 75rem) ${size(36)}vw`;
  return `${wide}, (min-width: 30rem) ${size(16)}rem, ${size(90)}vw`;
};

/** Returns the `sizes` of an image whose size was not set from its photo. */
const sizesOf = (image: Image, layout: Layout): string => {
  const own = image.attributes.get('width') ?? '';
  if (/^\d+$/.test(own)) return `${own}px`;
  if (layout.context === 'portrait') return portraitSizes(ratioOf(image));
  const isUpright = !layout.shareAt && (ratioOf(image) ?? 1) < 1;
  return isUpright ? '(min-width: 32rem) 28rem, 90vw' : sizesIn(layout);
};

/** Videos of this site, and those that the editor shows at addresses of their own. */
const isClip = ({ attributes, photo }: Image): boolean =>
  photo ? isVideo(photo) : /^(?:blob:|\/past\/)[^#]*#t=/.test(attributes.get('src') ?? '');

const writeVideo = (image: Image): string => {
  const { attributes, photo } = image;
  setSize(image);
  const label = attributes.get('alt') || escapeHtml(photo?.alt || photo?.caption || '');
  if (photo) attributes.set('src', videoAddress(photo));
  if (label !== '') attributes.set('aria-label', label);
  for (const name of ['alt', 'loading', 'decoding']) attributes.delete(name);
  return `<video${writeAttributes(attributes)} controls playsinline preload="metadata"></video>`;
};

const writeImage = (image: Image, layout: Layout): string => {
  const { attributes, photo } = image;
  if (isClip(image)) return writeVideo(image);
  if (layout.first) attributes.set('loading', 'eager').set('fetchpriority', 'high');
  if (!photo) return `<img${writeAttributes(attributes)}>`;
  const sizes = sizesOf(image, layout);
  setSize(image);
  const { width, formats, alt = '', colour, focus } = photo;
  if (!attributes.get('alt')) attributes.set('alt', escapeHtml(alt));
  if (colour !== undefined) attributes.set('data-colour', colourSteps(colour));
  if (focus && layout.context === 'portrait') attributes.set('data-focus', focusSteps(focus));
  // Also for photos of unknown width: the URL with a width needs no redirect.
  const shown = photoWidthFor(Math.min(width ?? DEFAULT_WIDTH, DEFAULT_WIDTH));
  attributes.set('src', sizedPhotoAddress(photo, shown));
  const setOf = (format: string): string =>
    width === undefined
      ? ` srcset="${sizedPhotoAddress(photo, shown, format)}"`
      : ` srcset="${photoSourceSet(photo, widthsOf(width, layout), format, width)}" sizes="${sizes}"`;
  const [only = ''] = formats;
  const own = formats.length > 1 || width === undefined || only === 'svg' ? '' : setOf(only);
  const html = `<img${writeAttributes(attributes)}${own}>`;
  // The few browsers without these formats get one width, which keeps pages small for all others.
  const better = formats.slice(0, -1).map((each) => `<source type="image/${each}"${setOf(each)}>`);
  return better.length === 0 ? html : `<picture>${better.join('')}${html}</picture>`;
};

/** Tenths, for the classes of images in a row, since the CSP forbids inline styles. */
export const RATIOS = [4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 22, 26, 32];

const ratioClass = (ratio: number): string => {
  const distance = (tenths: number) => Math.abs(Math.log(tenths / 10 / ratio));
  const [nearest] = [...RATIOS].sort((a, b) => distance(a) - distance(b));
  return `ratio-${nearest}`;
};

const UNKNOWN_RATIO = 1.5;

/** Writes an image with its caption and a link to a larger version. */
const writeFigure = (image: Image, layout: Layout): string => {
  const { attributes, id, photo } = image;
  const title = attributes.get('title') ?? '';
  attributes.delete('title');
  const caption = title.replaceAll('<', '&#60;') || escapeHtml(photo?.caption ?? '');
  const ratio = ratioOf(image) ?? UNKNOWN_RATIO;
  const shape = layout.shareAt ? ` ${ratioClass(ratio)}` : ratio < 1 ? ' portrait' : '';
  const presence = id === undefined || photo ? '' : ' missing';
  const html = writeImage(image, layout);
  return [
    `<figure class="${isClip(image) ? 'video ' : ''}picture${shape}${presence}">`,
    photo && !isClip(image)
      ? `<a class="enlarge" href="${sizedPhotoAddress(photo, LARGE_WIDTH)}">${html}</a>`
      : html,
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

const ROW_WIDTHS = [58, 52, 45, 36, 34, 22];

/** An image after more characters than this is not above the fold. */
const FIRST_TEXT_MAX = 700;
const TAG = /<[^>]*>/g;

const isNearTop = (before: string): boolean =>
  before.length < 10 * FIRST_TEXT_MAX && before.replace(TAG, '').length < FIRST_TEXT_MAX;

/**
 * Returns rendered Markdown with images as the site shows them. The input must come from
 * `renderMarkdown`, which writes attributes in double quotes and escapes `<` in texts.
 */
export const showImages = (html: string, find: FindImage, context: ImageContext): string => {
  if (!html.includes('<img')) return html;
  let isFirst = context !== 'field';
  let hasPortrait = false;

  const read = (text = ''): Image => {
    const attributes = readAttributes(text);
    const id = photoIdOf(attributes.get('src') ?? '');
    return { attributes, id, photo: id === undefined ? undefined : find(id) };
  };

  /** Returns true once, for the first image above the fold. */
  const takeFirst = (offset = 0): boolean => {
    // The portrait is above the text.
    const first = isFirst && (context === 'summary' || isNearTop(html.slice(0, offset)));
    isFirst = false;
    return first;
  };

  const writeRow = (images: readonly Image[], first: boolean): string => {
    const [only] = images;
    if (only && images.length === 1) {
      const isPortrait = context === 'summary' && !hasPortrait && !isClip(only);
      hasPortrait ||= isPortrait;
      return writeFigure(only, { context: isPortrait ? 'portrait' : context, first });
    }
    const ratios = images.map((image) => ratioOf(image) ?? UNKNOWN_RATIO);
    const shares = new Map(ROW_WIDTHS.map((width) => [width, sharesIn(ratios, width)]));
    const figures = images.map((image, index) =>
      writeFigure(image, {
        context,
        shareAt: (width) => shares.get(width)?.[index] ?? 1,
        first: first && index === 0,
      }),
    );
    return `<div class="pictures">${figures.join('')}</div>`;
  };

  return html.replace(
    TOKEN,
    (token: string, row?: string, _?: string, tag?: string, source?: string, offset?: number) => {
      if (row !== undefined) {
        const images = Array.from(row.matchAll(IMAGES), ([, own = '']) => read(own));
        return images.length === 0 ? token : writeRow(images, takeFirst(offset));
      }
      if (tag !== 'img') return token;
      return writeImage(read(source), { context, first: takeFirst(offset) });
    },
  );
};
