/**
 * Reads packs, which `git gc`, a clone and larger pushes leave in a repository. The format:
 * https://git-scm.com/docs/pack-format
 */

import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { constants, inflate, inflateSync, type ZlibOptions } from 'node:zlib';
import type { Cache } from '../../cache.ts';
import { START_BYTES } from '../git-store.ts';
import { nullIfMissing, readRange } from '../files.ts';

export interface GitObject {
  readonly type: string;
  readonly body: Buffer;
}

/** An object of whose body there are only the first `START_BYTES`. */
export interface ObjectStart extends GitObject {
  /** Bytes of the whole body. */
  readonly size: number;
}

const inflateInPool = promisify<Uint8Array, ZlibOptions, Buffer>(inflate);

/** Most texts are inflated in one chunk; each takes a turn of the event loop. */
const CHUNK_FACTOR = 4;
const CHUNK_MIN = 64;
const CHUNK_MAX = 1024 * 1024;

/** Inflates without keeping the rest of a chunk, which is 16 KB for the smallest text otherwise. */
export const inflated = async (deflated: Uint8Array): Promise<Buffer> => {
  const expected = Math.max(CHUNK_MIN, CHUNK_FACTOR * deflated.byteLength);
  const body = await inflateInPool(deflated, { chunkSize: Math.min(expected, CHUNK_MAX) });
  return body.byteLength < body.buffer.byteLength ? Buffer.from(body) : body;
};

const SHA_BYTES = 20;

/** Where each object of a pack begins and ends, from the `.idx` file of version 2 beside it. */
const parseIndex = (bytes: Buffer, packSize: number) => {
  const FANOUT = 8;
  const NAMES = FANOUT + 256 * 4;
  if (bytes.readUInt32BE(0) !== 0xff744f63 || bytes.readUInt32BE(4) !== 2) {
    throw new Error('The index of a pack has an unknown format');
  }
  const count = bytes.readUInt32BE(NAMES - 4);
  const offsets = NAMES + count * (SHA_BYTES + 4);
  const largeOffsets = offsets + count * 4;
  const nameAt = (position: number) => NAMES + position * SHA_BYTES;

  const offsetAt = (position: number): number => {
    const offset = bytes.readUInt32BE(offsets + position * 4);
    if (offset < 0x80000000) return offset;
    return Number(bytes.readBigUInt64BE(largeOffsets + (offset - 0x80000000) * 8));
  };

  const starts = Float64Array.from({ length: count }, (_, position) => offsetAt(position)).sort();

  return {
    /** Where the object begins; undefined when the pack lacks it. */
    find: (sha: string): number | undefined => {
      const name = Buffer.from(sha, 'hex');
      const first = name.readUInt8(0);
      let low = first === 0 ? 0 : bytes.readUInt32BE(FANOUT + (first - 1) * 4);
      let high = bytes.readUInt32BE(FANOUT + first * 4) - 1;
      while (low <= high) {
        const middle = (low + high) >> 1;
        const order = bytes.compare(name, 0, SHA_BYTES, nameAt(middle), nameAt(middle + 1));
        if (order === 0) return offsetAt(middle);
        if (order < 0) low = middle + 1;
        else high = middle - 1;
      }
      return undefined;
    },

    endOf: (start: number): number => {
      let [low, high] = [0, count];
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((starts[middle] ?? Infinity) <= start) low = middle + 1;
        else high = middle;
      }
      return starts[low] ?? packSize - SHA_BYTES;
    },
  };
};

const TYPES = [undefined, 'commit', 'tree', 'blob', 'tag'];
const OFFSET_DELTA = 6;
const REFERENCE_DELTA = 7;

/** How an object is packed: whole, or as a delta to a base in the same pack. */
type Packed =
  | { readonly type: string; readonly size: number; readonly deflated: Buffer }
  | { readonly base: number | string; readonly size: number; readonly deflated: Buffer };

const parsePacked = (bytes: Buffer, start: number): Packed => {
  let at = 0;
  const next = () => bytes.readUInt8(at++);
  let byte = next();
  const kind = (byte >> 4) & 7;
  let size = byte & 15;
  for (let shift = 4; byte & 0x80; shift += 7) {
    byte = next();
    size += (byte & 0x7f) * 2 ** shift;
  }
  const type = TYPES[kind];
  if (type) return { type, size, deflated: bytes.subarray(at) };
  if (kind === REFERENCE_DELTA) {
    const base = bytes.toString('hex', at, at + SHA_BYTES);
    return { base, size, deflated: bytes.subarray(at + SHA_BYTES) };
  }
  if (kind !== OFFSET_DELTA) throw new Error('A pack holds an object of an unknown type');
  byte = next();
  let distance = byte & 0x7f;
  while (byte & 0x80) {
    byte = next();
    distance = (distance + 1) * 128 + (byte & 0x7f);
  }
  return { base: start - distance, size, deflated: bytes.subarray(at) };
};

const applyDelta = (base: Buffer, delta: Buffer): Buffer => {
  let at = 0;
  const readSize = (): number => {
    let size = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = delta.readUInt8(at++);
      size += (byte & 0x7f) * 2 ** shift;
      if (!(byte & 0x80)) return size;
    }
  };
  if (readSize() !== base.length) throw new Error('A delta is for another base');
  const result = Buffer.allocUnsafe(readSize());
  let written = 0;
  /** Reads a number of which only non-zero bytes are stored; the bits of `present` say which. */
  const readSparse = (present: number, count: number): number => {
    let value = 0;
    for (let i = 0; i < count; i += 1) {
      if (present & (1 << i)) value += delta.readUInt8(at++) * 2 ** (8 * i);
    }
    return value;
  };
  while (at < delta.length) {
    const instruction = delta.readUInt8(at++);
    if (instruction & 0x80) {
      const from = readSparse(instruction & 0x0f, 4);
      const length = readSparse((instruction >> 4) & 0x07, 3) || 0x10000;
      written += base.copy(result, written, from, from + length);
    } else {
      written += delta.copy(result, written, at, at + instruction);
      at += instruction;
    }
  }
  if (written !== result.length) throw new Error('A delta is damaged');
  return result;
};

// Larger objects are inflated in the thread pool; for smaller ones the overhead is not worth it.
const INFLATED_AT_ONCE = 64 * 1024;

const inflateBody = ({ deflated, size }: Packed): Buffer | Promise<Buffer> =>
  deflated.length > INFLATED_AT_ONCE
    ? inflated(deflated)
    : inflateSync(deflated, { chunkSize: Math.max(CHUNK_MIN, size + 1) });

/** Packs are read in blocks, since related objects are stored close together. */
const BLOCK_BYTES = 256 * 1024;

/** Enough for the head of an object, even behind a long Huffman table. */
const HEAD_BYTES = 1100;

/** Git's limit for the length of a chain of deltas. */
const DELTAS_MAX = 4095;

/** Attempts to find an object while packs may be replaced, and the milliseconds between them. */
const ATTEMPTS = 5;
const RETRY_DELAY_MS = 10;

interface Pack {
  /** The path of the pack's files, without the extension. */
  readonly path: string;
  readonly index: ReturnType<typeof parseIndex>;
}

interface ObjectLocation {
  readonly pack: Pack;
  readonly start: number;
}

const openPack = async (path: string): Promise<Pack> => {
  const [index, { size }] = await Promise.all([readFile(`${path}.idx`), stat(`${path}.pack`)]);
  return { path, index: parseIndex(index, size) };
};

/**
 * Reads objects from a repository's packs. A file is opened for each block, so that packs that `git
 * gc` has replaced are released. Blocks and bases of deltas are cached. Like git, it looks for a
 * missing object again, because packs may have been replaced meanwhile.
 */
export const createPacks = (gitDir: string, cache: Cache<GitObject>) => {
  const directory = join(gitDir, 'objects', 'pack');
  let packs: readonly Pack[] = [];

  const listPacks = async (): Promise<void> => {
    const names = (await nullIfMissing(readdir(directory))) ?? [];
    const paths = names
      .filter((name) => name.endsWith('.idx'))
      .map((name) => join(directory, name.slice(0, -'.idx'.length)));
    const open = new Map(packs.map((pack) => [pack.path, pack]));
    const present = await Promise.all(
      paths.map(async (path) => open.get(path) ?? (await nullIfMissing(openPack(path)))),
    );
    packs = present.filter((pack) => pack !== null);
  };

  const locate = (sha: string): ObjectLocation | undefined => {
    for (const pack of packs) {
      const start = pack.index.find(sha);
      if (start !== undefined) return { pack, start };
    }
    return undefined;
  };

  const bytesOf = async ({ path }: Pack, start: number, end: number): Promise<Buffer> => {
    const file = `${path}.pack`;
    if (end - start > BLOCK_BYTES) return readRange(file, start, end - start);
    const parts: Buffer[] = [];
    for (let at = start; at < end;) {
      const from = at - (at % BLOCK_BYTES);
      const { body: block } = await cache.load(`${file} ${from}`, async () => ({
        type: 'block of a pack',
        body: await readRange(file, from, BLOCK_BYTES),
      }));
      if (block.length <= at - from) throw new Error('A pack ends too early');
      parts.push(block.subarray(at - from, end - from));
      at = from + block.length;
    }
    return parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts);
  };

  const baseOf = ({ index }: Pack, base: number | string): number => {
    const start = typeof base === 'number' ? base : index.find(base);
    if (start === undefined) throw new Error('A pack lacks the base of a delta');
    return start;
  };

  const unpack = async ({ pack, start }: ObjectLocation): Promise<GitObject> => {
    const deltas: { readonly key: string; readonly delta: Buffer }[] = [];
    let object: GitObject | undefined;
    for (let at = start; !object;) {
      if (deltas.length > DELTAS_MAX) throw new Error('A pack holds too long a chain of deltas');
      const key = `${pack.path} ${at}`;
      object = cache.get(key);
      if (object) break;
      const packed = parsePacked(await bytesOf(pack, at, pack.index.endOf(at)), at);
      const body = await inflateBody(packed);
      if ('base' in packed) {
        deltas.push({ key, delta: body });
        at = baseOf(pack, packed.base);
      } else {
        if (body.length !== packed.size) throw new Error('A packed object is damaged');
        object = { type: packed.type, body };
        if (deltas.length > 0) cache.set(key, object);
      }
    }
    for (const { key, delta } of deltas.reverse()) {
      object = { type: object.type, body: applyDelta(object.body, delta) };
      cache.set(key, object);
    }
    return object;
  };

  /** Reads the beginning of an object that is packed whole; a delta is unpacked completely. */
  const startAt = async (location: ObjectLocation): Promise<ObjectStart> => {
    const { pack, start } = location;
    const end = Math.min(pack.index.endOf(start), start + HEAD_BYTES + START_BYTES);
    const packed = parsePacked(await bytesOf(pack, start, end), start);
    if ('base' in packed) {
      const { type, body } = await unpack(location);
      return { type, size: body.length, body: body.subarray(0, START_BYTES) };
    }
    const options = { finishFlush: constants.Z_SYNC_FLUSH, chunkSize: HEAD_BYTES };
    const body = inflateSync(packed.deflated, options);
    return { type: packed.type, size: packed.size, body: body.subarray(0, START_BYTES) };
  };

  const find = async <Result>(
    sha: string,
    use: (location: ObjectLocation) => Promise<Result>,
  ): Promise<Result | null> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const location = locate(sha);
        if (location) return await use(location);
        if (attempt === ATTEMPTS) return null;
      } catch (error) {
        if (attempt === ATTEMPTS) throw error;
        packs = [];
        cache.clear();
      }
      await sleep(RETRY_DELAY_MS * (attempt - 1));
      await listPacks();
    }
  };

  return {
    read: (sha: string): Promise<GitObject | null> => find(sha, unpack),
    start: (sha: string): Promise<ObjectStart | null> => find(sha, startAt),
  };
};
