/**
 * Writes zip files of any size as a stream. The format:
 * https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT
 */
import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import type { RepositoryFile } from './git-store/git-store.ts';

/** What fields of 2 and 4 bytes hold where a number is larger, and is in one of 8 bytes instead. */
const [MAX_16, MAX_32] = [0xffff, 0xffffffff];
/** The version of the format without and with such fields, and the system of the attributes. */
const [VERSION, ZIP64_VERSION, UNIX] = [20, 45, 3 << 8];
const READABLE_FILE = (0o100644 << 16) >>> 0;
/** Names are in UTF-8, and the sizes follow the bytes. */
const FLAGS = 0x808;

const NO_BYTES = Buffer.alloc(0);

/** Small parts are sent together. */
const CHUNK_BYTES = 256 * 1024;

/** Encodes numbers in fields of 2, 4 or 8 bytes. */
const encode = (fields: string, ...values: readonly number[]): Buffer => {
  const bytes = Buffer.allocUnsafe(8 * fields.length);
  let at = 0;
  for (const [i, value] of values.entries()) {
    if (fields[i] === '8') at = bytes.writeBigUInt64LE(BigInt(value), at);
    else if (fields[i] === '4') at = bytes.writeUInt32LE(Math.min(value, MAX_32), at);
    else at = bytes.writeUInt16LE(Math.min(value, MAX_16), at);
  }
  return bytes.subarray(0, at);
};

const timeOf = (date: Date) => [
  (date.getHours() << 11) | (date.getMinutes() << 5) | (date.getSeconds() >> 1),
  ((date.getFullYear() - 1980) << 9) | ((date.getMonth() + 1) << 5) | date.getDate(),
];

const endOf = (entries: number, size: number, offset: number): Buffer => {
  const end = encode('42222442', 0x06054b50, 0, 0, entries, entries, size, offset, 0);
  if (entries < MAX_16 && offset + size < MAX_32) return end;
  const versions = [UNIX | ZIP64_VERSION, ZIP64_VERSION];
  const where = [0, 0, entries, entries, size, offset];
  const large = encode('4822448888', 0x06064b50, 44, ...versions, ...where);
  return Buffer.concat([large, encode('4484', 0x07064b50, 0, offset + size, 1), end]);
};

async function* write(
  entries: AsyncIterable<RepositoryFile>,
  date: Date,
): AsyncGenerator<Uint8Array> {
  const directory: Buffer[] = [];
  const facts = [FLAGS, 0, ...timeOf(date)];
  let waiting: Uint8Array[] = [];
  let [offset, sent] = [0, 0];
  const add = (bytes: Uint8Array): void => {
    waiting.push(bytes);
    offset += bytes.byteLength;
  };
  const takeWaiting = (): Uint8Array => {
    const chunk = Buffer.concat(waiting);
    [waiting, sent] = [[], offset];
    return chunk;
  };

  for await (const { path, parts } of entries) {
    const [name, start] = [Buffer.from(path), offset];
    add(encode('42222244422', 0x04034b50, VERSION, ...facts, 0, 0, 0, name.length, 0));
    add(name);
    let [sum, size] = [0, 0];
    for await (const part of parts()) {
      [sum, size] = [crc32(part, sum), size + part.byteLength];
      add(part);
      if (offset - sent >= CHUNK_BYTES) yield takeWaiting();
    }
    add(encode(size < MAX_32 ? '4444' : '4488', 0x08074b50, sum, size, size));
    const large = [size, size, start].filter((value) => value >= MAX_32);
    const version = large.length > 0 ? ZIP64_VERSION : VERSION;
    const extra = large.length > 0 ? encode('22888', 1, 8 * large.length, ...large) : NO_BYTES;
    directory.push(
      encode('42222224', 0x02014b50, UNIX | version, version, ...facts, sum),
      encode('442222244', size, size, name.length, extra.length, 0, 0, 0, READABLE_FILE, start),
      name,
      extra,
    );
  }
  const [start, files] = [offset, directory.length / 4];
  directory.forEach(add);
  add(endOf(files, offset - start, start));
  yield takeWaiting();
}

/**
 * Streams a zip file with these entries, in their order. The next part is asked for once the reader
 * has taken most of those before. Destroying the stream closes the entries. Files are stored without
 * compression, because photos and git objects are compressed already.
 */
export const zip = (entries: AsyncIterable<RepositoryFile>, date: Date): Readable =>
  Readable.from(write(entries, date), { objectMode: false });
