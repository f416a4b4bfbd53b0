import fc from 'fast-check';
import { expect, it } from 'vitest';
import { carryEdits } from './carry-edits.ts';

const field = fc.constantFrom('a', 'b', 'c');
const value = fc.record({ title: field, social: fc.record({ x: field, y: field }) });

it('keeps what was typed, and takes what was stored of all the rest', () => {
  fc.assert(
    fc.property(value, value, value, (typed, sent, stored) => {
      const pick = (mine: string, before: string, theirs: string) =>
        mine === before ? theirs : mine;
      expect(carryEdits(typed, sent, stored)).toEqual({
        title: pick(typed.title, sent.title, stored.title),
        social: {
          x: pick(typed.social.x, sent.social.x, stored.social.x),
          y: pick(typed.social.y, sent.social.y, stored.social.y),
        },
      });
    }),
  );
});

it('keeps a list that was edited as a whole', () => {
  expect(carryEdits(['a', 'b'], ['a'], ['A'])).toEqual(['a', 'b']);
});
