import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyCharacter } from '../../test/any-character.ts';
import { createIdSet, slugOf } from './post-id.ts';
import { newIdProblem } from './post.ts';

test('a slug is what can be read of a text', () => {
  expect(slugOf('Hello, Wörld! 2.0')).toBe('hello-world-2-0');
  expect(slugOf('  --Ünïcode & Ço.-- ')).toBe('unicode-co');
  expect(slugOf('ｆｕｌｌ width')).toBe('full-width');
  expect(slugOf('日本語 🎉')).toBe('');
  expect(slugOf('x'.repeat(100))).toHaveLength(60);
  expect(slugOf(`${'x'.repeat(59)} y`)).toBe('x'.repeat(59));
});

test('a new id is its title, with a suffix if that is taken, and a word where it has no letters', () => {
  const ids = createIdSet(['Taken']);
  expect(ids.takeNew('Hello, world')).toBe('hello-world');
  expect(ids.takeNew('Hello world!')).toMatch(/^hello-world-[a-z0-9]{4}$/);
  expect(ids.takeNew('taken')).toMatch(/^taken-[a-z0-9]{4}$/);
  expect(ids.takeNew('New')).toMatch(/^new-[a-z0-9]{4}$/);
  expect(ids.takeNew('2024')).toMatch(/^2024-[a-z0-9]{4}$/);
  expect(ids.takeNew('日本語')).toMatch(/^post-[a-z0-9]{4}$/);
});

test('the id of any title is safe and unique', () => {
  const ids = createIdSet([]);
  const seen = new Set<string>();
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 150 }), (title) => {
      const id = ids.takeNew(title);
      expect(newIdProblem(id)).toBeUndefined();
      expect(seen.has(id.toLowerCase())).toBe(false);
      seen.add(id.toLowerCase());
    }),
  );
});

test('ids that differ by case only are the same', () => {
  const ids = createIdSet(['One']);
  expect(ids.isTaken('ONE')).toBe(true);
  expect(ids.isFree('one')).toBe(false);
  expect(ids.isFree('two')).toBe(true);
  ids.take('two');
  expect(ids.isFree('TWO')).toBe(false);
});

test('an unsafe id is not free', () => {
  for (const id of ['', '..', 'a/b', '.git', 'a\0', 'ä']) {
    expect(createIdSet([]).isFree(id), id).toBe(false);
  }
});
