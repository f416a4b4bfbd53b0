import type { RasterType } from './image-types.ts';

/**
 * Removes metadata, such as location and camera, and data after the end of an image, without
 * decoding it. Returns undefined for a type or a file that doesn't allow this.
 */

const isText = (bytes: Buffer, text: string, at: number): boolean =>
  bytes.toString('latin1', at, at + text.length) === text;

/**
 * Copies the parts of a file to keep. `next` returns the end of a part and whether to keep it, or
 * undefined for a malformed file.
 */
const keepParts = (
  bytes: Buffer,
  start: number,
  next: (at: number) => { end: number; keep: boolean; isLast?: boolean } | undefined,
): Buffer | undefined => {
  const parts = [bytes.subarray(0, start)];
  for (let at = start; at < bytes.length;) {
    const part = next(at);
    if (!part || part.end <= at || part.end > bytes.length) return undefined;
    if (part.keep) parts.push(bytes.subarray(at, part.end));
    if (part.isLast) return Buffer.concat(parts);
    at = part.end;
  }
  return undefined;
};

/** The end of the data that begins at `at`: the next marker that is not part of it. */
const endOfScan = (bytes: Buffer, at: number): number => {
  for (let end = bytes.indexOf(0xff, at); end !== -1; end = bytes.indexOf(0xff, end + 1)) {
    const marker = bytes[end + 1] ?? 0;
    const isData = marker === 0 || marker === 0xff || (marker >= 0xd0 && marker <= 0xd7);
    if (!isData) return end;
  }
  return bytes.length;
};

/** https://www.w3.org/Graphics/JPEG/itu-t81.pdf, annex B */
const stripJpeg = (bytes: Buffer, keepsProfile: boolean): Buffer | undefined => {
  const isKept = (marker: number, at: number, end: number): boolean => {
    // JFIF without a thumbnail.
    if (marker === 0xe0) return isText(bytes, 'JFIF\0', at + 4) && end - at === 18;
    if (marker === 0xe2) return keepsProfile && isText(bytes, 'ICC_PROFILE\0', at + 4);
    // The colour transform.
    if (marker === 0xee) return isText(bytes, 'Adobe', at + 4);
    return !(marker >= 0xe1 && marker <= 0xef) && marker !== 0xfe;
  };
  return keepParts(bytes, 2, (at) => {
    const marker = bytes[at + 1] ?? 0;
    if (bytes[at] !== 0xff) return undefined;
    if (marker === 0xd9) return { end: at + 2, keep: true, isLast: true };
    if (at + 4 > bytes.length) return undefined;
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    if (marker === 0xda) return { end: endOfScan(bytes, end), keep: true };
    return { end, keep: isKept(marker, at, end) };
  });
};

/** The chunks of pixels and colour spaces. https://www.w3.org/TR/png-3/#11Chunks */
const PNG_CHUNKS = ['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'cICP'];

const stripPng = (bytes: Buffer, keepsProfile: boolean): Buffer | undefined =>
  keepParts(bytes, 8, (at) => {
    if (at + 12 > bytes.length) return undefined;
    const type = bytes.toString('latin1', at + 4, at + 8);
    const keep = PNG_CHUNKS.includes(type) || (keepsProfile && type === 'iCCP');
    return { end: at + 12 + bytes.readUInt32BE(at), keep, isLast: type === 'IEND' };
  });

/** Returns the end of a series of blocks of up to 255 bytes, which ends with an empty one. */
const endOfBlocks = (bytes: Buffer, at: number): number => {
  let end = at;
  for (let size = bytes[end] ?? 0; size > 0; size = bytes[end] ?? 0) end += size + 1;
  return end + 1;
};

/** Returns the size of the colour table that the flags announce. */
const coloursAfter = (flags = 0): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);

/** The extensions for the number of repetitions. */
const GIF_LOOPS = ['NETSCAPE2.0', 'ANIMEXTS1.0'];

/** https://www.w3.org/Graphics/GIF/spec-gif89a.txt */
const stripGif = (bytes: Buffer): Buffer | undefined =>
  keepParts(bytes, 13 + coloursAfter(bytes[10]), (at) => {
    const [kind, label] = [bytes[at], bytes[at + 1]];
    if (kind === 0x3b) return { end: at + 1, keep: true, isLast: true };
    if (kind === 0x2c) {
      return { end: endOfBlocks(bytes, at + 11 + coloursAfter(bytes[at + 9])), keep: true };
    }
    if (kind !== 0x21) return undefined;
    const isLoop = label === 0xff && GIF_LOOPS.some((name) => isText(bytes, name, at + 3));
    // 0xf9 is a frame's duration and transparency.
    return { end: endOfBlocks(bytes, at + 2), keep: label === 0xf9 || isLoop };
  });

const WEBP_CHUNKS = ['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF'];
const WEBP_FLAGS = { profile: 0x20, exif: 0x08, xmp: 0x04 };

/** https://developers.google.com/speed/webp/docs/riff_container */
const stripWebp = (bytes: Buffer, keepsProfile: boolean): Buffer | undefined => {
  const whole = bytes.subarray(0, 8 + bytes.readUInt32LE(4));
  const stripped = keepParts(whole, 12, (at) => {
    if (at + 8 > whole.length) return undefined;
    const size = whole.readUInt32LE(at + 4);
    const end = at + 8 + size + (size % 2);
    const type = whole.toString('latin1', at, at + 4);
    const keep = WEBP_CHUNKS.includes(type) || (keepsProfile && type === 'ICCP');
    return { end, keep, isLast: end === whole.length };
  });
  if (!stripped) return undefined;
  stripped.writeUInt32LE(stripped.length - 8, 4);
  if (isText(stripped, 'VP8X', 12)) {
    const { profile, exif, xmp } = WEBP_FLAGS;
    stripped[20] = (stripped[20] ?? 0) & ~(exif | xmp | (keepsProfile ? 0 : profile));
  }
  return stripped;
};

interface Box {
  readonly type: string;
  readonly at: number;
  /** The offsets of the box's content. */
  readonly start: number;
  readonly end: number;
}

/** Parses the boxes that fill a range; undefined if it is malformed. */
const boxesIn = (bytes: Buffer, start: number, last: number): Box[] | undefined => {
  const boxes: Box[] = [];
  for (let at = start; at < last;) {
    if (at + 8 > last) return undefined;
    const size = bytes.readUInt32BE(at);
    const start = at + (size === 1 ? 16 : 8);
    if (start > last) return undefined;
    // Zero: to the end; one: a longer number follows.
    const end = size === 1 ? at + Number(bytes.readBigUInt64BE(at + 8)) : size ? at + size : last;
    if (end < start || end > last) return undefined;
    boxes.push({ type: bytes.toString('latin1', at + 4, at + 8), at, start, end });
    at = end;
  }
  return boxes;
};

const MP4_METADATA = /^(?:udta|meta|uuid|free|skip)$/;

/** Blanks an MP4's metadata, where phones store the location, in place. False if it is damaged. */
export const blankMp4 = (bytes: Buffer, start = 0, last = bytes.length, depth = 0): boolean =>
  boxesIn(bytes, start, last)?.every((box) => {
    if (MP4_METADATA.test(box.type)) bytes.fill(0, box.start, box.end).write('free', box.at + 4);
    return box.type !== ['moov', 'trak'][depth] || blankMp4(bytes, box.start, box.end, depth + 1);
  }) === true;

const itemTypes = (bytes: Buffer, { start, end }: Box): readonly string[] | undefined =>
  // The width of numbers depends on the versions of the box and its entries.
  boxesIn(bytes, start + (bytes[start] === 0 ? 6 : 8), end)?.map((entry) => {
    const at = entry.start + (bytes[entry.start] === 2 ? 8 : 10);
    return bytes.toString('latin1', at, at + 4);
  });

const isImageItem = (type: string): boolean => type === 'av01' || type === 'grid';

/**
 * The file if it has no metadata and a single image. Nothing can be cut out, since offsets are in
 * many places. https://aomediacodec.github.io/av1-avif/
 */
const plainAvif = (bytes: Buffer): Buffer | undefined => {
  // With another major brand, other programs treat it as another type.
  const boxes = isText(bytes, 'avif', 8) ? boxesIn(bytes, 0, bytes.length) : undefined;
  if (boxes?.map(({ type }) => type).join() !== 'ftyp,meta,mdat') return undefined;
  const [, meta] = boxes;
  const items =
    meta && boxesIn(bytes, meta.start + 4, meta.end)?.find(({ type }) => type === 'iinf');
  return items && itemTypes(bytes, items)?.every(isImageItem) ? bytes : undefined;
};

type Strip = (bytes: Buffer, keepsProfile: boolean) => Buffer | undefined;

const STRIP: Readonly<Record<RasterType, Strip>> = {
  'image/png': stripPng,
  'image/jpeg': stripJpeg,
  'image/gif': stripGif,
  'image/webp': stripWebp,
  'image/avif': plainAvif,
};

/** Removes the metadata of an image; `keepsProfile` keeps its colour profile. */
export const stripMetadata = (
  bytes: Uint8Array,
  type: RasterType,
  keepsProfile: boolean,
): Uint8Array | undefined =>
  STRIP[type](Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), keepsProfile);
