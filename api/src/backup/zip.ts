/**
 * Writes zip files of any size as a stream. The files in them are stored without compression, because
 * photos and git objects are compressed already. The format:
 * https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT
 */
import { crc32 } from 'node:zlib';

export interface ZipEntry {
  readonly path: string;
  /** The file's bytes. Called twice, because the checksum is written before the bytes. */
  readonly parts: () => Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
}

interface Written {
  readonly name: Buffer;
  readonly crc: number;
  readonly size: number;
  /** The position of its header. */
  readonly offset: number;
}

/** The 32-bit and 16-bit values that refer to a 64-bit field. */
const TOO_LARGE = 0xffffffff;
const TOO_MANY = 0xffff;
const VERSION = 20;
/** The first version with 64-bit fields. */
const VERSION_64 = 45;
const MADE_ON_UNIX = 3 << 8;
const NAMES_IN_UTF8 = 1 << 11;
/** A regular file with the mode rw-r--r--. */
const FILE_MODE = 0o100644;

type Field = readonly [bytes: 2 | 4 | 8, value: number];

const encode = (...fields: readonly Field[]): Buffer => {
  const bytes = Buffer.alloc(fields.reduce((sum, [length]) => sum + length, 0));
  let at = 0;
  for (const [length, value] of fields) {
    if (length === 8) bytes.writeBigUInt64LE(BigInt(value), at);
    else bytes.writeUIntLE(value, at, length);
    at += length;
  }
  return bytes;
};

/** The time in UTC, with a precision of two seconds. */
const timeFields = (date: Date): readonly [time: Field, day: Field] => [
  [2, (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | (date.getUTCSeconds() >> 1)],
  [2, ((date.getUTCFullYear() - 1980) << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate()],
];

/** The extra field with 64-bit numbers; empty if all numbers fit in 32 bits. */
const extraOf = (...numbers: readonly number[]): Buffer =>
  numbers.every((number) => number < TOO_LARGE)
    ? Buffer.alloc(0)
    : encode([2, 1], [2, numbers.length * 8], ...numbers.map((number): Field => [8, number]));

/** The fields that the header of a file and its entry in the directory have in common. */
const headerFields = (
  { name, crc, size }: Omit<Written, 'offset'>,
  extra: Buffer,
  date: Date,
): readonly Field[] => [
  [2, extra.length > 0 ? VERSION_64 : VERSION],
  [2, NAMES_IN_UTF8],
  // Not compressed.
  [2, 0],
  ...timeFields(date),
  [4, crc],
  [4, extra.length > 0 ? TOO_LARGE : size],
  [4, extra.length > 0 ? TOO_LARGE : size],
  [2, name.length],
  [2, extra.length],
];

const fileHeader = (file: Omit<Written, 'offset'>, date: Date): Buffer => {
  const extra = extraOf(file.size, file.size);
  return Buffer.concat([
    encode([4, 0x04034b50], ...headerFields(file, extra, date)),
    file.name,
    extra,
  ]);
};

const directoryHeader = (file: Written, date: Date): Buffer => {
  const extra = extraOf(file.size, file.size, file.offset);
  const head = encode(
    [4, 0x02014b50],
    [2, MADE_ON_UNIX | VERSION_64],
    ...headerFields(file, extra, date),
    // The length of the comment, the disk number, and the internal attributes.
    ...([
      [2, 0],
      [2, 0],
      [2, 0],
    ] as const),
    [4, FILE_MODE * 2 ** 16],
    [4, extra.length > 0 ? TOO_LARGE : file.offset],
  );
  return Buffer.concat([head, file.name, extra]);
};

const endOf = (count: number, size: number, offset: number): Buffer => {
  const isLarge = count >= TOO_MANY || size >= TOO_LARGE || offset >= TOO_LARGE;
  const large = [
    encode([4, 0x06064b50], [8, 44], [2, VERSION_64], [2, VERSION_64], [4, 0], [4, 0]),
    encode([8, count], [8, count], [8, size], [8, offset]),
    encode([4, 0x07064b50], [4, 0], [8, offset + size], [4, 1]),
  ];
  const entries = isLarge ? TOO_MANY : count;
  return Buffer.concat([
    ...(isLarge ? large : []),
    encode([4, 0x06054b50], [2, 0], [2, 0], [2, entries], [2, entries]),
    encode([4, isLarge ? TOO_LARGE : size], [4, isLarge ? TOO_LARGE : offset], [2, 0]),
  ]);
};

/** Yields the bytes of a zip file with these entries, in their order. */
export async function* zip(
  entries: AsyncIterable<ZipEntry>,
  date: Date,
): AsyncGenerator<Uint8Array> {
  const written: Written[] = [];
  let offset = 0;
  for await (const { path, parts } of entries) {
    let crc = 0;
    let size = 0;
    for await (const part of parts()) {
      crc = crc32(part, crc);
      size += part.byteLength;
    }
    const file = { name: Buffer.from(path), crc, size, offset };
    const header = fileHeader(file, date);
    yield header;
    yield* parts();
    written.push(file);
    offset += header.length + size;
  }
  let size = 0;
  for (const file of written) {
    const header = directoryHeader(file, date);
    yield header;
    size += header.length;
  }
  yield endOf(written.length, size, offset);
}
