/** Quotes and lists in each other: deeper than anybody writes them, and safe for the stack. */
const NESTING_MAX = 50;

/** White space and the mark of a quote, a list item or a footnote, which all hold other blocks. */
const BLOCK_MARK = /([ \t]*)(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t])|\[\^[^\]\s]{1,999}\]:)/y;

/** A list in a list is indented by two columns at least. */
const levelsOf = (indent: string): number => Math.floor(indent.replaceAll('\t', '    ').length / 2);

const capLine = (line: string): string => {
  let levels = 0;
  let kept = 0;
  let position = 0;
  for (;;) {
    BLOCK_MARK.lastIndex = position;
    const mark = BLOCK_MARK.exec(line);
    if (!mark) break;
    position = BLOCK_MARK.lastIndex;
    levels += 1 + levelsOf(mark[1] ?? '');
    if (levels <= NESTING_MAX) kept = position;
  }
  return levels > NESTING_MAX ? `${line.slice(0, kept)} ${line.slice(position).trimStart()}` : line;
};

/** The text with the marks taken from its lines that would nest blocks too deep. */
export const capNesting = (markdown: string): string =>
  markdown
    .split('\n')
    .map((line) => (line.length > NESTING_MAX ? capLine(line) : line))
    .join('\n');
