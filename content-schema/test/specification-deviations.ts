/** Reasons why examples are rendered differently from the specification, by number. */
type Deviations = ReadonlyMap<number, string>;

const SCHEME =
  'Addresses lead to a page, a message or a call; the text of any other stays, without a link.';
const LITERAL =
  'GitHub links bare addresses everywhere, and its specification shows so only where the examples are about that.';
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
  [628, SCHEME],
  [653, UNSAFE],
]);
