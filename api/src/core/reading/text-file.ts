import { positionIn, type FileProblem } from 'content-schema';
import { BrokenJson, parseJsonDocument, withoutSchemaKey } from 'content-schema/json-document';
import { isUtf8 } from 'node:buffer';
import type { UnreadableObject } from '../git-store/errors.ts';

interface TextFile {
  /** Includes a byte order mark; bytes that are not UTF-8 are replaced by U+FFFD. */
  readonly text: string;
  /** Why the text does not represent the whole file, so that writing it back would lose data. */
  readonly problem?: FileProblem;
  /** Whether the file is not text in a supported encoding, so that the text is meaningless. */
  readonly isNoText: boolean;
}

// Keep the byte order mark in the text, so that a save doesn't drop it.
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Decodes UTF-8 bytes, including a byte order mark; returns '' for undefined. */
export const decodeText = (bytes: Uint8Array | undefined): string => decoder.decode(bytes);

/** Decodes UTF-8 bytes; returns undefined for other bytes. */
export const plainText = (bytes: Uint8Array): string | undefined =>
  isUtf8(bytes) && !bytes.includes(0) ? decodeText(bytes) : undefined;

/** Parses the bytes of a JSON file, without its `$schema`; undefined if they are no JSON. */
export const parseJson = (bytes: Uint8Array): unknown => {
  try {
    return withoutSchemaKey(parseJsonDocument(plainText(bytes) ?? ''));
  } catch (error) {
    if (error instanceof BrokenJson) return undefined;
    throw error;
  }
};

export const unreadable = (error: UnreadableObject | undefined): FileProblem => ({
  message: `It can't be read: ${error?.message ?? ''}`,
});

/** https://github.com/git-lfs/git-lfs/blob/main/docs/spec.md */
const LFS_POINTER = 'version https://git-lfs.github.com/spec/';

/** Detects UTF-16 by its byte order mark, or by the 0 that is every other byte of Latin letters. */
const isUtf16 = ([first, second]: Uint8Array): boolean =>
  first === 0 ||
  second === 0 ||
  (first === 0xff && second === 0xfe) ||
  (first === 0xfe && second === 0xff);

/** Returns a problem with the position of the first invalid byte. */
const encodingProblem = (bytes: Uint8Array, text: string): FileProblem => {
  const written = Buffer.from(text);
  const first = written.findIndex((byte, index) => byte !== bytes[index]);
  const before = decodeText(bytes.subarray(0, first));
  const position = positionIn(before, before.length);
  return { message: 'The file is not UTF-8 text', ...position, readOnly: true };
};

export const readText = (bytes: Uint8Array): TextFile => {
  const text = decodeText(bytes);
  const noText = (message: string): TextFile => ({
    text,
    problem: { message, readOnly: true },
    isNoText: true,
  });
  if (text.startsWith(LFS_POINTER)) {
    return noText('The file is a Git LFS pointer: its content is not in the repository');
  }
  if (isUtf16(bytes)) return noText('The file is UTF-16 text, not UTF-8');
  return {
    text,
    ...(!isUtf8(bytes) && { problem: encodingProblem(bytes, text) }),
    isNoText: false,
  };
};

/** Returns why a file is no text that can be edited, if so; nothing for an absent one. */
export const problemsOf = (content: Uint8Array | UnreadableObject | undefined): FileProblem[] => {
  if (!(content instanceof Uint8Array)) return content ? [unreadable(content)] : [];
  const { problem } = readText(content);
  return problem ? [problem] : [];
};
