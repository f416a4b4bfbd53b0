import { groupBy, searchText, searchWords } from 'content-schema';
import { createHash } from 'node:crypto';
import type { FileCache } from '../git-store/disk-cache/file-cache.ts';
import { mapConcurrently } from '../git-store/map-concurrently.ts';
import { mapYielding } from '../git-store/map-yielding.ts';
import type { BlobCache } from './blob-cache.ts';
import type { PostEntry } from './snapshot.ts';
import { readReadablePosts } from './stored-posts.ts';

/** A save changes one slice of the posts or two, and a search reads all. */
const SLICES = 64;
const READ_AT_ONCE = 8;
/** The character of a slice's first post, the first of those for private use. */
const FIRST = 0xe000;

const sliceOf = ({ blob }: PostEntry): number => Number.parseInt(blob.slice(0, 2), 16) % SLICES;

/** Returns the name of a slice's file; the number is the version of its format. */
const nameOf = (posts: readonly PostEntry[]): string => {
  const texts = posts.map(({ blob, contentStart, contentEnd, title, tags }) =>
    [blob, contentStart, contentEnd, title, ...tags].join('\n'),
  );
  return `words-1-${createHash('sha256').update(texts.join('\n')).digest('hex')}`;
};

/** Returns a line for each word of the texts: itself, a space, and a character for each text. */
const linesOf = async (texts: readonly string[]): Promise<string> => {
  const words = new Map<string, number[]>();
  await mapYielding(texts, (text, index) => {
    for (const word of text.split(/\s+/)) {
      const characters = words.get(word);
      if (!characters) words.set(word, [FIRST + index]);
      else if (characters.at(-1) !== FIRST + index) characters.push(FIRST + index);
    }
  });
  const lines = await mapYielding(
    [...words],
    ([word, characters]) => `${word} ${String.fromCharCode(...characters)}\n`,
  );
  return lines.join('');
};

/** Returns the characters of those of `count` texts that have the part of a word. */
const charactersWith = (part: string, lines: string, count: number): ReadonlySet<string> => {
  const result = new Set<string>();
  for (let at = lines.indexOf(part); at >= 0 && result.size < count;) {
    const end = lines.indexOf('\n', at);
    // There is no space after what is among the characters.
    const [, characters = ''] = lines.slice(at, end).split(' ');
    for (const character of characters) result.add(character);
    at = lines.indexOf(part, end);
  }
  return result;
};

interface Options {
  readonly blobs: Pick<BlobCache, 'readEach'>;
  /** Keeps the words for later searches, also of later processes. */
  readonly imageFiles?: Pick<FileCache, 'read' | 'write'> | undefined;
}

/** Returns the readable posts of a slice, and their lines. */
const read = async ({ blobs, imageFiles: files }: Options, posts: readonly PostEntry[]) => {
  const name = nameOf(posts);
  const kept = await files?.read(name);
  if (kept) return { posts, lines: Buffer.from(kept).toString('utf16le') };
  const stored = await readReadablePosts(blobs, posts);
  const lines = await linesOf(await mapYielding(stored, ({ fields }) => searchText(fields)));
  // A post that can't be read now may be repaired.
  if (stored.length === posts.length) files?.write(name, Buffer.from(lines, 'utf16le'));
  return { posts: stored.map(({ entry }) => entry), lines };
};

/**
 * Returns the ids of readable posts with every word of the query in title, tags or text, in their
 * order. Reads each text once, see `decisions/016`. Yields to requests.
 */
export const searchPosts = async (
  options: Options,
  all: readonly PostEntry[],
  query: string,
): Promise<string[]> => {
  const words = searchWords(query);
  const slices = [...groupBy(all, sliceOf).values()];
  const matches = await mapConcurrently(slices, READ_AT_ONCE, async (slice) => {
    const { posts, lines } = await read(options, slice);
    const those = words.map((word) => charactersWith(word, lines, posts.length));
    return posts.filter((_, i) => those.every((each) => each.has(String.fromCharCode(FIRST + i))));
  });
  const matching = new Set(matches.flat());
  return all.flatMap((post) => (matching.has(post) ? post.id : []));
};
