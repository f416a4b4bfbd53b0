import { hasText } from 'content-schema';
import type { Field, Fields, ValueOf } from 'content-schema/fields';
import fc from 'fast-check';
import { filled, isoDate, trimmed } from './arbitrary-text.ts';

/** Generators of single fields, by path, for fields with additional rules. */
type Overrides = Readonly<Record<string, fc.Arbitrary<unknown>>>;

const inPath = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);

type Make = (field: Field, path: string) => fc.Arbitrary<unknown>;

const members = (fields: Fields, path: string, make: Make) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, make(field, inPath(path, name))]),
  );

/** Generates lists of texts as a client may save them. */
export const items = (minLength = 0) => fc.array(filled(), { minLength, maxLength: 3 });

/**
 * Generates values of `field` as a client may save them; `*` in the paths of `overrides` matches
 * any index.
 */
export const arbitraryValue = <F extends Field>(field: F, overrides: Overrides = {}) => {
  const make: Make = (part, path) => {
    const input = overrides[path];
    if (input) return input;
    switch (part.kind) {
      case 'text':
        return part.format === 'date' ? isoDate : trimmed(part.limit ?? part.maxLength);
      case 'texts':
        return items();
      case 'flag':
        return fc.boolean();
      case 'number':
        return fc.option(fc.integer());
      case 'choice':
        return fc.constantFrom(...part.options);
      case 'group':
        return fc.record(members(part.fields, path, make));
      case 'list':
        return fc.array(make(part.item, inPath(path, '*')).filter(hasText), { maxLength: 3 });
    }
  };
  return make(field, '') as fc.Arbitrary<ValueOf<F>>;
};

/** Texts as in files edited by hand: padded, sometimes missing or without quotes. */
const sloppyText = fc.oneof(
  {
    weight: 15,
    arbitrary: fc
      .tuple(filled(), fc.constantFrom('', ' ', '\n'))
      .map(([text, pad]) => pad + text + pad),
  },
  { weight: 1, arbitrary: fc.constantFrom('', ' ', null, 3) },
);

/** Generates lists of texts as in files edited by hand. */
export const sloppyTexts = (minLength = 0) => fc.array(sloppyText, { minLength, maxLength: 3 });

/** Generates objects that may lack fields or have an unknown one. */
const sloppyRecord = (fields: Record<string, fc.Arbitrary<unknown>>) =>
  fc
    .tuple(
      fc.record({ unknown: sloppyText, ...fields }),
      fc.oneof(
        { weight: 9, arbitrary: fc.constant('') },
        { weight: 1, arbitrary: fc.constantFrom(...Object.keys(fields)) },
      ),
    )
    .map(([all, missing]): unknown =>
      Object.fromEntries(Object.entries(all).filter(([key]) => key !== missing)),
    );

/** Generates values of `field` as in files edited by hand. */
export const sloppyValue = (field: Field, overrides: Overrides = {}): fc.Arbitrary<unknown> => {
  const make: Make = (part, path) => {
    const input = overrides[path];
    if (input) return input;
    switch (part.kind) {
      case 'text':
        // Mostly short enough to be saved.
        return (part.limit ?? part.maxLength) === undefined
          ? sloppyText
          : fc.constantFrom(' A text', 'A text', ' A text\n', 3);
      case 'texts':
        return sloppyTexts();
      case 'flag':
        return fc.boolean();
      case 'number':
        return fc.option(fc.integer());
      case 'choice':
        return fc.constantFrom(...part.options, null);
      case 'group':
        return sloppyRecord(members(part.fields, path, make));
      case 'list':
        return fc.array(make(part.item, inPath(path, '*')), { maxLength: 3 });
    }
  };
  return make(field, '');
};
