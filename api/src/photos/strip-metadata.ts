import type { RasterType } from './image-types.ts';

/**
 * Pictures without what their files say of place, camera and program, and without decoding them. What
 * follows a picture in its file goes, too. Undefined for a type or a file that this can't be done to.
 */

const isText = (bytes: Buffer, text: string, at: number): boolean =>
  bytes.toString('latin1', at, at + text.length) === text;

/** Of a file in parts: `next` gives the end of each and whether it is kept; undefined: unreadable. */
const keepParts = (
  bytes: Buffer,
  start: number,
  next: (at: number) => { end: number; keep: boolean; isLast?: boolean } | undefined,
): Buffer | undefined => {
  const kept = [bytes.subarray(0, start)];
  for (let at = start; at < bytes.length;) {
    const part = next(at);
    if (!part || part.end <= at || part.end > bytes.length) return undefined;
    if (part.keep) kept.push(bytes.subarray(at, part.end));
    if (part.isLast) return Buffer.concat(kept);
    at = part.end;
  }
  return undefined;
};

/** The end of the compressed data that begins at `at`: the next marker that is none within it. */
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
    // JFIF, without a small picture in it.
    if (marker === 0xe0) return isText(bytes, 'JFIF\0', at + 4) && end - at === 18;
    if (marker === 0xe2) return keepsProfile && isText(bytes, 'ICC_PROFILE\0', at + 4);
    // How the colours are meant.
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

/** What a picture consists of, and how its colours are meant. https://www.w3.org/TR/png-3/#11Chunks */
const PNG_CHUNKS = ['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'cICP'];

const stripPng = (bytes: Buffer, keepsProfile: boolean): Buffer | undefined =>
  keepParts(bytes, 8, (at) => {
    if (at + 12 > bytes.length) return undefined;
    const type = bytes.toString('latin1', at + 4, at + 8);
    const keep = PNG_CHUNKS.includes(type) || (keepsProfile && type === 'iCCP');
    return { end: at + 12 + bytes.readUInt32BE(at), keep, isLast: type === 'IEND' };
  });

/** The bytes of a picture alone; `keepsProfile` for one that says what its colours mean. */
export const stripMetadata = (
  bytes: Uint8Array,
  type: RasterType,
  keepsProfile: boolean,
): Uint8Array | undefined => {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (type === 'image/jpeg') return stripJpeg(file, keepsProfile);
  return type === 'image/png' ? stripPng(file, keepsProfile) : undefined;
};
