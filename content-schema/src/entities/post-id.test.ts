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
  for (const [title, slug] of [
    ['Hello world!', 'hello-world'],
    ['taken', 'taken'],
    ['New', 'new'],
    ['2024', '2024'],
    ['日本語', 'post'],
  ] as const) {
    expect(ids.takeNew(title)).toMatch(new RegExp(`^${slug}-[a-z0-9]{4}$`));
  }
});

test('the id of any title is safe and unique, also if case is ignored', () => {
  const ids = createIdSet([]);
  const seen = new Set<string>();
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 150 }), (title) => {
      const id = ids.takeNew(title);
      expect(newIdProblem(id)).toBeUndefined();
      expect(seen.has(id.toLowerCase())).toBe(false);
      expect([ids.isTaken(id.toUpperCase()), ids.isFree(id.toUpperCase())]).toEqual([true, false]);
      seen.add(id.toLowerCase());
    }),
  );
});

test('new ids are safe as file names, no devices of Windows, and no other pages', () => {
  const free = ['a', 'Hello-1.2_x', 'x'.repeat(100), 'console', 'auxiliary.txt', 'com10', 'a-con'];
  for (const id of free) expect(newIdProblem(id), id).toBeUndefined();
  const unsafe = ['', 'a\n', 'x'.repeat(101), ...'.. .git -a a..b a/b a\\b a\0 ä'.split(' ')];
  const reserved = ['new', 'New', 'tags', 'CON', 'nul', 'aux.txt', 'Prn', 'com1', 'LPT9.a'];
  for (const id of [...unsafe, ...reserved]) {
    expect(newIdProblem(id), id).toBeDefined();
    expect(createIdSet([]).isFree(id), id).toBe(false);
  }
});
