import { mainColours } from 'content-schema/palette';
import { loadSharp } from '../../core/photos/load-sharp.ts';
import { charactersOf } from '../../core/messages/commit-subject.ts';
import { box, DISPLAY, withoutMissingGlyphs, drawSvg } from './typesetting.ts';

export interface IconsInput {
  /** At most two letters; empty if there are none. */
  readonly initials: string;
  readonly hue: number | null;
  readonly logo?: { readonly bytes: Uint8Array; readonly type: string } | undefined;
}

export type Icons = Readonly<Record<IconName, Uint8Array>>;

/** The sizes in pixels of the icons that browsers and phones request as PNG. */
const RASTER = {
  'apple-touch-icon.png': { side: 180, shape: 'full' },
  '192.png': { side: 192, shape: 'rounded' },
  '512.png': { side: 512, shape: 'rounded' },
  'maskable.png': { side: 512, shape: 'maskable' },
} as const;

type IconName = 'favicon.svg' | 'favicon.ico' | keyof typeof RASTER;

/** The fraction that is filled: rounded by us, or cut by the device, maybe to a circle of 80 %. */
const FILLED = { rounded: 1, full: 0.9, maskable: 0.72 };

type Shape = keyof typeof FILLED;

const ICO_SIDES = [16, 32, 48];

const SIDE = 64;
/** A wider logo is probably a word, which is illegible at 16 pixels. */
const LOGO_PROPORTION_MAX = 2;
const LOGO_SIDE = 512;
/** Dots per inch; librsvg allows up to 100,000. */
const MAX_DENSITY = 2400;

/** The outline of a sheet of paper, for a site without initials. */
const SHEET = 'M20 12h16l10 10v30H20V12Zm14 4H24v32h18V24h-8v-8Zm-6 16h10v4H28v-4Zm0 8h10v4H28v-4Z';

const drawInitials = async (initials: string): Promise<string> => {
  const letters = await withoutMissingGlyphs(initials);
  if (letters === '') return SHEET;
  const fontSize = charactersOf(letters).length > 1 ? 34 : 44;
  const centred = { width: SIDE, height: SIDE, justifyContent: 'center', alignItems: 'center' };
  const svg = await drawSvg(
    box({ ...centred, fontFamily: DISPLAY, fontSize, lineHeight: 1 }, letters),
    { width: SIDE, height: SIDE },
  );
  const paths = Array.from(svg.matchAll(/<path fill="[^"]*" d="([^"]*)"/g), ([, d = '']) => d);
  return paths.join('') || SHEET;
};

const drawing = (shape: Shape, style: string, content: string): string => {
  const scale = FILLED[shape];
  const shift = (SIDE * (1 - scale)) / 2;
  const radius = shape === 'rounded' ? 14 : 0;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIDE} ${SIDE}"><style>${style}</style>`,
    `<rect width="${SIDE}" height="${SIDE}" rx="${radius}"/>`,
    `<g transform="translate(${shift} ${shift}) scale(${scale})">${content}</g></svg>`,
  ].join('');
};

/** Letters are slightly bolder than in texts, to be legible in the smallest icon. */
const coloursCss = (plate: string, letters: string): string =>
  `rect{fill:${plate}}path{fill:${letters};stroke:${letters};stroke-width:.8}`;

const INSET = 4;

const imageOf = (type: string, bytes: Uint8Array): string => {
  const href = `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;
  const side = SIDE - 2 * INSET;
  return `<image x="${INSET}" y="${INSET}" width="${side}" height="${side}" href="${href}"/>`;
};

/** Returns a site's icon in each shape, and as an SVG for browser tabs. */
const designFromInitials = async ({ initials, hue }: IconsInput) => {
  const { bg, accent } = mainColours(hue);
  const byDay = coloursCss(accent[0], bg[0]);
  const byNight = `@media (prefers-color-scheme:dark){${coloursCss(accent[1], bg[1])}}`;
  const letters = `<path d="${await drawInitials(initials)}"/>`;
  return {
    draw: (shape: Shape) => drawing(shape, byDay, letters),
    favicon: drawing('rounded', byDay + byNight, letters),
  };
};

/** Draws the logo; undefined if it can't be drawn at icon size. */
const designFromLogo = async ({ logo, hue }: IconsInput) => {
  if (!logo) return undefined;
  const sharp = await loadSharp();
  try {
    const { width, height } = await sharp(logo.bytes).metadata();
    if (Math.max(width / height, height / width) > LOGO_PROPORTION_MAX) return undefined;
    const isVector = logo.type === 'image/svg+xml';
    const density = (72 * LOGO_SIDE) / Math.max(width, height);
    const pixels = isVector ? { density: Math.min(MAX_DENSITY, Math.max(1, density)) } : {};
    const resized = (side: number) =>
      sharp(logo.bytes, pixels).resize(side, side, { fit: 'inside' }).png().toBuffer();
    const large = imageOf('image/png', await resized(LOGO_SIDE));
    const small = isVector
      ? imageOf(logo.type, logo.bytes)
      : imageOf('image/png', await resized(128));
    // The rounded icon needs no background; shapes that the device cuts get one.
    const [paper] = mainColours(hue).bg;
    const style = (shape: Shape) => `rect{fill:${shape === 'rounded' ? 'none' : paper}}`;
    return {
      draw: (shape: Shape) => drawing(shape, style(shape), large),
      favicon: drawing('rounded', style('rounded'), small),
    };
  } catch {
    return undefined;
  }
};

const ICO_HEADER_BYTES = 6;
const ICO_ENTRY_BYTES = 16;

/** https://en.wikipedia.org/wiki/ICO_(file_format)#Icon_file_structure */
const packIco = (images: readonly { readonly side: number; readonly png: Buffer }[]): Buffer => {
  const header = Buffer.alloc(ICO_HEADER_BYTES + ICO_ENTRY_BYTES * images.length);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(images.length, 4);
  let offset = header.byteLength;
  for (const [index, { side, png }] of images.entries()) {
    const at = ICO_HEADER_BYTES + ICO_ENTRY_BYTES * index;
    header.writeUInt8(side, at);
    header.writeUInt8(side, at + 1);
    header.writeUInt16LE(1, at + 4);
    header.writeUInt16LE(32, at + 6);
    header.writeUInt32LE(png.byteLength, at + 8);
    header.writeUInt32LE(offset, at + 12);
    offset += png.byteLength;
  }
  return Buffer.concat([header, ...images.map(({ png }) => png)]);
};

/** Draws all icons of a site. Runs in a worker thread. */
export const drawIconsTask = async (input: IconsInput): Promise<Icons> => {
  const sharp = await loadSharp();
  const sign = (await designFromLogo(input)) ?? (await designFromInitials(input));
  const toPng = (shape: Shape, side: number): Promise<Buffer> =>
    sharp(Buffer.from(sign.draw(shape)), { density: (72 * side) / SIDE })
      .resize(side, side)
      .png()
      .toBuffer();

  const ico = await Promise.all(
    ICO_SIDES.map(async (side) => ({ side, png: await toPng('rounded', side) })),
  );
  const rasters = await Promise.all(
    Object.entries(RASTER).map(async ([name, { side, shape }]) => [name, await toPng(shape, side)]),
  );
  return {
    ...(Object.fromEntries(rasters) as Record<keyof typeof RASTER, Uint8Array>),
    'favicon.svg': Buffer.from(sign.favicon),
    'favicon.ico': packIco(ico),
  };
};
