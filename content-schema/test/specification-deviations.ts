/** Reasons why examples are rendered differently from the specification, by number. */
type Deviations = ReadonlyMap<number, string>;

const SCHEME =
  'Addresses lead to a page, a message or a call; the text of any other stays, without a link.';
const LITERAL =
  'GitHub links bare addresses everywhere, and its specification shows so only where the examples are about that.';
const COMMENT =
  'Since CommonMark 0.31 comments are read as HTML does: two hyphens in one do not end it.';
const TRIMMED =
  'A soft line break is a line break, after which leading spaces are left out, also those of code.';
const UNSAFE =
  'The text in <title> and <style> is not for readers, and unknown tags such as <xmp> are left out.';

export const COMMONMARK: Deviations = new Map([
  [334, TRIMMED],
  [596, SCHEME],
  [598, SCHEME],
  [599, SCHEME],
  [601, SCHEME],
  [602, LITERAL],
  [606, LITERAL],
  [608, LITERAL],
  [611, LITERAL],
  [612, LITERAL],
]);

export const GFM: Deviations = new Map([
  [344, TRIMMED],
  [604, SCHEME],
  [606, SCHEME],
  [607, SCHEME],
  [609, SCHEME],
  [610, LITERAL],
  [614, LITERAL],
  [616, LITERAL],
  [619, LITERAL],
  [620, LITERAL],
  [628, SCHEME],
  [645, COMMENT],
  [646, COMMENT],
  [653, UNSAFE],
]);
