import fc from 'fast-check';
import { expect, it } from 'vitest';
import { insertBlock } from './markdown-edits.ts';
import {
  altInText,
  missingAlts,
  newPlaceholder,
  pictureChanges,
  placeholderName,
  placeholdersIn,
  removalChanges,
  withChanges,
  type PlacedPicture,
} from './picture-text.ts';

const SUNSET = '![Uploading sunset.jpg…]()';
const ID = '01JWT6444RQM8SZKMERQ1BVHWF';

const stored = (alt?: string): PlacedPicture => ({ placeholder: SUNSET, photoId: ID, alt });
const settled = (text: string, ...pictures: PlacedPicture[]): string =>
  withChanges(text, pictureChanges(text, pictures));
const removed = (text: string): string => withChanges(text, removalChanges(text, SUNSET));

it('creates a unique placeholder from the name of a file', () => {
  const taken = new Set<string>();
  const next = (name: string) => {
    const placeholder = newPlaceholder(name, (it) => taken.has(it));
    taken.add(placeholder);
    return placeholder;
  };
  expect(next('sunset.jpg')).toBe(SUNSET);
  expect(next('sunset.jpg')).toBe('![Uploading sunset.jpg (2)…]()');
  expect(next('sunset.jpg')).toBe('![Uploading sunset.jpg (3)…]()');
  expect(next('')).toBe('![Uploading picture…]()');
  expect(next('a[1]\n`b`.png')).toBe('![Uploading a 1 b .png…]()');
});

it('finds the placeholder of any file name, and reads the name back', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string(), (name, around) => {
      const placeholder = newPlaceholder(name, () => false);
      expect(placeholdersIn(`${around}\n${placeholder} ${around}`)).toContain(placeholder);
      expect(newPlaceholder(placeholderName(placeholder), () => false)).toBe(placeholder);
    }),
  );
});

it('replaces the placeholder by the stored picture, even after it has moved', () => {
  expect(settled(`One\n\n${SUNSET}\n\nTwo`, stored())).toBe(`One\n\n![](/photos/${ID})\n\nTwo`);
  expect(settled(`${SUNSET}, ${SUNSET}`, stored('The [sun]'))).toBe(
    `![The \\[sun\\]](/photos/${ID}), ![The \\[sun\\]](/photos/${ID})`,
  );
  expect(settled(SUNSET, { ...stored(), photoId: undefined })).toBe(SUNSET);
});

it('writes and reads the alternative text', () => {
  const text = `![](/photos/${ID}) ![Else](/photos/${ID}2) ![](/photos/${ID}?w=640 "Title")`;
  const described = settled(text, stored('A [red] sun'));
  expect(described).toBe(
    `![A \\[red\\] sun](/photos/${ID}) ![Else](/photos/${ID}2) ![A \\[red\\] sun](/photos/${ID}?w=640 "Title")`,
  );
  expect(altInText(described, ID)).toBe('A [red] sun');
  expect(altInText(described, 'another')).toBeUndefined();
  expect(pictureChanges(described, [stored('A [red] sun')])).toEqual([]);
});

it('removes a placeholder together with its line', () => {
  expect(removed(`One\n\n${SUNSET}\n\nTwo`)).toBe('One\n\nTwo');
  expect(removed(`One\n${SUNSET}\nTwo`)).toBe('One\nTwo');
  expect(removed(`${SUNSET}\n\nTwo`)).toBe('Two');
  expect(removed(`One\n\n${SUNSET}`)).toBe('One\n\n');
  expect(removed(`One ${SUNSET} two`)).toBe('One  two');
  expect(removed(SUNSET)).toBe('');
});

it('counts pictures without an alternative text, except in code', () => {
  expect(missingAlts(`![](/photos/a)\n\n![  ](b.png) ![Boats](/photos/c)`)).toEqual([2, 18]);
  expect(missingAlts('`![](a.png)`\n\n```\n![](b.png)\n```\n\n~~~\n![](c.png)')).toEqual([]);
  expect(missingAlts(SUNSET)).toEqual([]);
  const two = '![](/photos/a%20b.png) ![](/photos/c)';
  expect(missingAlts(two, (id) => id === 'a b.png')).toEqual([two.lastIndexOf('![') + 2]);
});

it('is fast for a text full of brackets', () => {
  const started = performance.now();
  missingAlts('!['.repeat(100_000));
  altInText('![a](/photos/'.repeat(50_000), ID);
  placeholdersIn('![Uploading '.repeat(50_000));
  expect(performance.now() - started).toBeLessThan(2000);
});

/** What may happen to a text between a paste and the last upload, in any order. */
type Step =
  | { readonly type: 'typed'; readonly at: number; readonly text: string }
  | { readonly type: 'pasted'; readonly at: number; readonly names: readonly string[] }
  | { readonly type: 'stored' | 'described' | 'removed'; readonly which: number };

const step = fc.oneof<fc.Arbitrary<Step>[]>(
  fc.record({
    type: fc.constant('typed' as const),
    at: fc.nat(),
    text: fc.constantFrom('a', '\n', '\n\n', '![', '](', 'sunset.jpg', '…]()', '`', '- '),
  }),
  fc.record({
    type: fc.constant('pasted' as const),
    at: fc.nat(),
    names: fc.array(fc.constantFrom('sunset.jpg', 'a.png', 'a (2).png', '[].gif'), {
      minLength: 1,
      maxLength: 3,
    }),
  }),
  fc.record({ type: fc.constantFrom('stored', 'described', 'removed'), which: fc.nat() }),
);

/** The nearest position from there on that is outside of all pictures. */
const placeOutside = (text: string, at: number, pictures: readonly string[]): number => {
  const wanted = at % (text.length + 1);
  for (const picture of pictures) {
    const start = text.indexOf(picture);
    if (start !== -1 && wanted > start && wanted < start + picture.length) {
      return start + picture.length;
    }
  }
  return wanted;
};

it('has each picture in the text once, regardless of the order of typing, storing, describing and removing', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      let text = 'One\n\nTwo';
      let typed = '';
      let pictures: (PlacedPicture & { isRemoved: boolean })[] = [];
      const shown = () =>
        pictures.map(({ placeholder, photoId, alt = '' }) =>
          photoId === undefined ? placeholder : `![${alt}](/photos/${photoId})`,
        );
      for (const each of steps) {
        if (each.type === 'typed') {
          const at = placeOutside(text, each.at, shown());
          text = text.slice(0, at) + each.text + text.slice(at);
          typed += each.text;
        } else if (each.type === 'pasted') {
          const taken = () => new Set(pictures.map(({ placeholder }) => placeholder));
          const added: string[] = [];
          for (const name of each.names) {
            const isTaken = (it: string) => taken().has(it) || text.includes(it);
            const placeholder = newPlaceholder(name, isTaken);
            added.push(placeholder);
            pictures = [
              ...pictures,
              { placeholder, photoId: undefined, alt: undefined, isRemoved: false },
            ];
          }
          const at = placeOutside(text, each.at, shown());
          text = withChanges(text, [insertBlock(added.join('\n'))({ text, start: at, end: at })]);
        } else {
          const index = each.which % Math.max(1, pictures.length);
          const picture = pictures[index];
          if (!picture || picture.isRemoved) continue;
          if (each.type === 'removed') {
            if (picture.photoId !== undefined) continue;
            text = withChanges(text, removalChanges(text, picture.placeholder));
            pictures = pictures.with(index, { ...picture, isRemoved: true });
            continue;
          }
          const changed =
            each.type === 'stored'
              ? { ...picture, photoId: `P${index}` }
              : { ...picture, alt: `What ${index} shows` };
          pictures = pictures.with(index, changed);
          text = withChanges(text, pictureChanges(text, pictures));
        }
      }
      for (const { placeholder, photoId, alt = '', isRemoved } of pictures) {
        const expected = photoId === undefined ? placeholder : `![${alt}](/photos/${photoId})`;
        expect(text.split(expected).length - 1).toBe(isRemoved ? 0 : 1);
        if (photoId !== undefined) expect(placeholdersIn(text)).not.toContain(placeholder);
      }
      // No typed character is lost.
      const letters = (it: string) => Array.from(it.replace(/\n/g, '')).toSorted().join('');
      const rest = shown().reduce((left, it) => left.replace(it, ''), text);
      expect(letters(rest)).toBe(letters(`OneTwo${typed}`));
    }),
    { numRuns: 300 },
  );
});
