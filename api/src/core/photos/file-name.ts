/** File names of photos: readable, and safe in a path, in a URL and on every file system. */

const STEM_MAX_LENGTH = 60;
const EXTENSION = /\.[\p{L}\p{N}]{1,5}$/u;
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}]/gu;
const UNSAFE = /[^\p{L}\p{M}\p{N}._-]+/gu;
// https://learn.microsoft.com/windows/win32/fileio/naming-a-file#naming-conventions
const RESERVED_ON_WINDOWS = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

const baseName = (path: string): string => path.split(/[/\\]/).at(-1) ?? '';

const stemOf = (name: string): string => {
  const stem = baseName(name.normalize('NFKC'))
    .replace(EXTENSION, '')
    .replace(INVISIBLE, '')
    .replace(UNSAFE, '-')
    .replace(/\.{2,}/g, '.')
    .replace(/^[._-]+/, '');
  const short = Array.from(stem)
    .slice(0, STEM_MAX_LENGTH)
    .join('')
    .replace(/[._-]+$/, '');
  if (short === '') return 'photo';
  return RESERVED_ON_WINDOWS.test(short) ? `photo-${short}` : short;
};

/** Names that differ only in case or composition are the same file on some systems. */
const comparisonKey = (name: string): string => name.normalize('NFC').toLowerCase();

/**
 * Returns a file name derived from the one that was sent, with the extension of the actual type,
 * and numbered if `taken` contains it.
 */
export const createPhotoFilenames = (taken: Iterable<string>) => {
  const used = new Set([...taken].map(comparisonKey));
  /** By name, the first number that may be free: bundles of posts have many files of one name. */
  const numbers = new Map<string, number>();
  return (sent: string, extension: string): string => {
    const stem = stemOf(sent);
    const key = comparisonKey(`${stem}.${extension}`);
    for (let n = numbers.get(key) ?? 1; ; n += 1) {
      const name = `${stem}${n === 1 ? '' : `-${n}`}.${extension}`;
      if (used.has(comparisonKey(name))) continue;
      used.add(comparisonKey(name));
      numbers.set(key, n + 1);
      return name;
    }
  };
};

export const photoFilename = (sent: string, extension: string, taken: Iterable<string>): string =>
  createPhotoFilenames(taken)(sent, extension);
