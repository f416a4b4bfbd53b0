import { loadSharp } from '../../core/photos/load-sharp.ts';
import { CARD_HEIGHT, CARD_WIDTH, type FocalPoint, type ShareCard } from 'content-schema';
import { mainColours } from 'content-schema/palette';
import type { Sharp } from 'sharp';
import {
  box,
  directionOf,
  DISPLAY,
  withoutMissingGlyphs,
  drawSvg,
  TEXT,
  type Box,
} from './typesetting.ts';

export interface CardInput extends Omit<ShareCard, 'photo'> {
  /** Replaces a title whose letters no font has. */
  readonly host: string;
  readonly photo?: Uint8Array | undefined;
  readonly hue: number | null;
  readonly focus?: FocalPoint | undefined;
}

const PHOTO_WIDTH = 400;
const MARGIN = 72;
const PHOTO_TIMEOUT_SECONDS = 10;

const INK = '#1d1f1c';
const MUTED = '#5a5f58';

/** Tried from the largest on until the title fits. */
const TITLE_SIZES = [128, 108, 92, 80, 68, 58, 50] as const;
const SMALLEST = 44;
const TITLE_HEIGHT = 345;
const SMALLEST_LINES = 6;
/** More characters than fit. */
const TEXT_MAX = 300;
/** The average width of a letter in a long word, as a fraction of the font size. */
const LETTER_WIDTH = 0.52;

const titleStyle = (title: string, fontSize: number) => ({
  fontFamily: DISPLAY,
  fontSize,
  lineHeight: 1.12,
  color: INK,
  direction: directionOf(title),
  // Letter spacing would separate connected Arabic letters.
  ...(directionOf(title) === 'ltr' && { letterSpacing: '-0.02em' }),
});

const heightOf = (svg: string): number => Number(/height="([\d.]+)"/.exec(svg)?.[1] ?? Infinity);

const longestWord = (text: string): number =>
  Math.max(...text.split(/[\s-]+/).map((word) => word.length));

const titleBox = async (title: string, width: number): Promise<Box> => {
  for (const size of TITLE_SIZES) {
    if (longestWord(title) * size * LETTER_WIDTH > width) continue;
    const attempt = box({ ...titleStyle(title, size), width }, title);
    if (heightOf(await drawSvg(attempt, { width })) <= TITLE_HEIGHT) return attempt;
  }
  const style = { ...titleStyle(title, SMALLEST), width, wordBreak: 'break-word' };
  return box({ ...style, display: 'block', lineClamp: SMALLEST_LINES }, title);
};

const line = (text: string, color: string, fontSize: number): Box =>
  box({ fontFamily: TEXT, fontSize, lineHeight: 1.3, color, direction: directionOf(text) }, text);

const drawText = async (card: CardInput, width: number): Promise<string> => {
  const [title = '', note = '', name = ''] = await Promise.all(
    [card.title, card.note, card.name].map((text) => withoutMissingGlyphs(text.slice(0, TEXT_MAX))),
  );
  const heading = title || name || card.host;
  const { bg, accent } = mainColours(card.hue);
  const direction = directionOf(heading);
  const foot = [line(name === heading ? card.host : name || card.host, INK, 30)];
  if (card.date !== '') foot.push(line(card.date, MUTED, 30));
  const root = box(
    {
      width: width + 2 * MARGIN,
      height: CARD_HEIGHT,
      padding: MARGIN,
      boxSizing: 'border-box',
      flexDirection: 'column',
      justifyContent: 'space-between',
      backgroundColor: bg[0],
      direction,
    },
    [
      box({ flexDirection: 'column', width, direction }, [
        box({ width: 96, height: 8, marginBottom: 40, backgroundColor: accent[0] }),
        await titleBox(heading, width),
        ...(note === '' ? [] : [box({ marginTop: 24, width }, [line(note, MUTED, 36)])]),
      ]),
      box({ width, justifyContent: 'space-between', direction }, foot),
    ],
  );
  return drawSvg(root, { width: width + 2 * MARGIN, height: CARD_HEIGHT });
};

/** The start of a section of `size` that is centred on a fraction of `whole`, if possible. */
const startOf = (focus: number, whole: number, size: number): number =>
  Math.round(Math.min(Math.max(0, focus * whole - size / 2), whole - size));

/** Crops a photo to its place on the card, around the focal point or else the most salient part. */
const crop = async (photo: Uint8Array, focus: FocalPoint | undefined): Promise<Sharp> => {
  const sharp = await loadSharp();
  const upright = sharp(photo).autoOrient();
  if (!focus) {
    const position = sharp.strategy.attention;
    return upright.resize(PHOTO_WIDTH, CARD_HEIGHT, { fit: 'cover', position });
  }
  const { width, height } = (await upright.metadata()).autoOrient;
  const scale = Math.max(PHOTO_WIDTH / width, CARD_HEIGHT / height);
  const whole = { width: Math.ceil(width * scale), height: Math.ceil(height * scale) };
  return upright.resize({ ...whole, fit: 'fill' }).extract({
    left: startOf(focus.x, whole.width, PHOTO_WIDTH),
    top: startOf(focus.y, whole.height, CARD_HEIGHT),
    width: PHOTO_WIDTH,
    height: CARD_HEIGHT,
  });
};

/** Draws the photo; undefined if it can't be read, so that the card is drawn without it. */
const drawPhoto = async ({ photo, focus, hue }: CardInput): Promise<Buffer | undefined> => {
  if (!photo) return undefined;
  try {
    return await (
      await crop(photo, focus)
    )
      .flatten({ background: mainColours(hue).bg[0] })
      .timeout({ seconds: PHOTO_TIMEOUT_SECONDS })
      .png()
      .toBuffer();
  } catch {
    return undefined;
  }
};

const BYTES_MAX = 79_000;

/** Encodes the card with as many colours as the size limit allows; 16 always fit. */
const encode = async (image: Sharp): Promise<Uint8Array> => {
  const bytes = await image.clone().png({ palette: true, quality: 25 }).toBuffer();
  if (bytes.byteLength <= BYTES_MAX) return bytes;
  return image.png({ palette: true, colours: 16 }).toBuffer();
};

/** Draws a share card as a PNG of 1200 × 630 pixels. Runs in a worker thread. */
export const drawCardTask = async (card: CardInput): Promise<Uint8Array> => {
  const sharp = await loadSharp();
  const [background] = mainColours(card.hue).bg;
  const photo = await drawPhoto(card);
  const width = CARD_WIDTH - 2 * MARGIN - (photo ? PHOTO_WIDTH : 0);
  const text = Buffer.from(await drawText(card, width));
  const [textLeft, photoLeft] =
    directionOf(card.title) === 'rtl' ? [PHOTO_WIDTH, 0] : [0, CARD_WIDTH - PHOTO_WIDTH];
  const layers = [
    { input: text, left: photo ? textLeft : 0, top: 0 },
    ...(photo ? [{ input: photo, left: photoLeft, top: 0 }] : []),
  ];
  const drawn = await sharp({
    create: { width: CARD_WIDTH, height: CARD_HEIGHT, channels: 3, background },
  })
    .composite(layers)
    .png({ compressionLevel: 1 })
    .toBuffer();
  return encode(sharp(drawn));
};
