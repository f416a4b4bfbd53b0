import { OMIT_HEADERS, createPatch } from 'diff';

/** Lines added and removed; comparing takes time with the square of them. */
const EDITS_MAX = 5000;
const CONTEXT_LINES = 3;

/** Undefined for bytes that are no text. */
const decode = (bytes: Uint8Array): string | undefined => {
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
};

/** What became of a text; without a diff where there is too much of it to show. */
export type TextDiff =
  { readonly binary: true } | { readonly binary: false; readonly diff?: string };

/** The hunks of a unified diff between two versions of a file. */
export const textDiff = (before: Uint8Array, after: Uint8Array): TextDiff => {
  const [old, now] = [decode(before), decode(after)];
  if (old === undefined || now === undefined) return { binary: true };
  const diff = createPatch('', old, now, undefined, undefined, {
    context: CONTEXT_LINES,
    maxEditLength: EDITS_MAX,
    headerOptions: OMIT_HEADERS,
  });
  return { binary: false, ...(diff !== undefined && { diff }) };
};
