import { positionIn, type FileProblem } from 'content-schema';

/** The text of a file, as far as it has one. */
interface TextFile {
  /** A byte order mark included; bytes that are not UTF-8 are U+FFFD in it. */
  readonly text: string;
  /** Why the text is not the whole file: written back, it would lose what is in it. */
  readonly problem?: FileProblem;
  /** Whether the text says nothing of what the file was meant to say. */
  readonly isNoText: boolean;
}

// A byte order mark belongs to the text: a save must not drop it.
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** A file's bytes as UTF-8 text, a byte order mark included; '' for undefined. */
export const decodeText = (bytes: Uint8Array | undefined): string => decoder.decode(bytes);

/** Undefined for what is no UTF-8 text. */
export const plainText = (bytes: Uint8Array): string | undefined => {
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
};

/** https://github.com/git-lfs/git-lfs/blob/main/docs/spec.md */
const LFS_POINTER = 'version https://git-lfs.github.com/spec/';

/** By its byte order mark; without one, every other byte of Latin letters is 0. */
const isUtf16 = ([first, second]: Uint8Array): boolean =>
  first === 0 ||
  second === 0 ||
  (first === 0xff && second === 0xfe) ||
  (first === 0xfe && second === 0xff);

/** Where the text is not what the bytes are. */
const encodingProblem = (bytes: Uint8Array, text: string): FileProblem => {
  const written = Buffer.from(text);
  const first = written.findIndex((byte, index) => byte !== bytes[index]);
  const before = decodeText(bytes.subarray(0, first));
  const position = positionIn(before, before.length);
  return { message: 'The file is not UTF-8 text', ...position, readOnly: true };
};

export const readText = (bytes: Uint8Array): TextFile => {
  const text = decodeText(bytes);
  if (text.startsWith(LFS_POINTER)) {
    const message = 'The file is a pointer of Git LFS: what it stands for is not in the repository';
    return { text, problem: { message, readOnly: true }, isNoText: true };
  }
  if (isUtf16(bytes)) {
    const message = 'The file is UTF-16 text, not UTF-8';
    return { text, problem: { message, readOnly: true }, isNoText: true };
  }
  // U+FFFD stands for what could not be decoded, but may also be there itself.
  if (!text.includes('\uFFFD') || Buffer.compare(Buffer.from(text), bytes) === 0) {
    return { text, isNoText: false };
  }
  return { text, problem: encodingProblem(bytes, text), isNoText: false };
};
