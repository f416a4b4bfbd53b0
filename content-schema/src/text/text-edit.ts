export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface TextEdit extends Span {
  readonly text: string;
}

/** Applies edits, which must not overlap; those at the same position are applied in order. */
export const applyEdits = (source: string, edits: readonly TextEdit[]): string => {
  const pieces: string[] = [];
  let position = 0;
  for (const { start, end, text } of edits.toSorted((one, other) => one.start - other.start)) {
    pieces.push(source.slice(position, start), text);
    position = end;
  }
  return pieces.join('') + source.slice(position);
};

export type LineBreak = '\n' | '\r\n';

/** Returns the first line break of `text`; `\n` if it has none. */
export const lineBreakOf = (text: string): LineBreak =>
  /\r?\n/.exec(text)?.[0] === '\r\n' ? '\r\n' : '\n';

/** The entries of a list or object in a text. */
interface EntryList {
  readonly text: string;
  /** The range between the brackets. */
  readonly inner: Span;
  /** The ranges of the entries, without commas and comments. */
  readonly spans: readonly Span[];
  /** The pattern of a comment in this language. */
  readonly comment: RegExp;
}

export interface NewEntry {
  /** The index of the entry that it comes from; undefined for an additional one. */
  readonly from?: number | undefined;
  readonly text: string;
}

/**
 * Splits the text around the entries: `lead above entry below, trail`. Comments are above an entry,
 * and behind its comma up to the end of the line.
 */
const splitParts = ({ text, inner, spans, comment }: EntryList) => {
  const trailing = new RegExp(String.raw`^[ \t]*(?:${comment.source})(?=[ \t]*(?:\r?\n|$))`);
  const comments = new RegExp(comment.source, 'g');
  let position = inner.start;
  let hasLastComma = false;
  const parts = spans.map(({ start, end }, index) => {
    const before = text.slice(position, start);
    const [lead] = /^\s*/.exec(before) ?? [''];
    const gap = text.slice(end, spans[index + 1]?.start ?? inner.end);
    const bare = gap.replace(comments, (own) => ' '.repeat(own.length));
    const comma = bare.indexOf(',');
    const [trail] = trailing.exec(gap.slice(comma + 1)) ?? [''];
    hasLastComma = comma >= 0;
    position = end + comma + 1 + trail.length;
    return {
      lead,
      above: before.slice(lead.length),
      below: gap.slice(0, Math.max(comma, 0)),
      trail,
    };
  });
  return { parts, hasLastComma, tail: text.slice(position, inner.end) };
};

/**
 * Returns the text between the brackets with other entries. An entry that comes from an old one
 * keeps its comments; without additions, removals and moves, the text around them stays as it is.
 */
export const rewriteEntries = (list: EntryList, entries: readonly NewEntry[]): string => {
  const { text, inner, spans } = list;
  if (entries.length === spans.length && entries.every(({ from }, index) => from === index)) {
    const edits = spans.map((span, index) => ({ ...span, text: entries[index]?.text ?? '' }));
    return applyEdits(text.slice(0, inner.end), edits).slice(inner.start);
  }
  const { parts, hasLastComma, tail } = splitParts(list);
  const [first, second] = parts;
  if (entries.length === 0 || !first) return '';
  const nextLead = second?.lead ?? (first.lead.includes('\n') ? first.lead : ' ');
  let endsInComment = false;
  /** A line comment needs a line break. */
  const separated = (space: string) =>
    endsInComment && !space.includes('\n') ? lineBreakOf(text) + space : space;
  const pieces = entries.map((entry, index) => {
    const part = entry.from === undefined ? undefined : parts[entry.from];
    const { above = '', below = '', trail = '' } = part ?? {};
    const lead = index === 0 ? first.lead : part === first ? nextLead : (part?.lead ?? nextLead);
    const comma = index < entries.length - 1 || hasLastComma ? ',' : '';
    const piece = separated(lead) + above + entry.text + comma + below + trail;
    endsInComment = /^\s*(?:#|\/\/)/.test(trail);
    return piece;
  });
  return pieces.join('') + separated(tail);
};
