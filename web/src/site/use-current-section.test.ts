import { expect, it } from 'vitest';
import { sectionInView } from './use-current-section.ts';

const view = (starts: readonly number[], changes = {}) =>
  sectionInView({ starts, windowHeight: 1000, isAtEnd: false, named: -1, ...changes });

it('is the last section that begins in the upper third', () => {
  expect(view([-500, 200, 900])).toBe(1);
  expect(view([-900, -500, 301])).toBe(1);
});

it('is the first section before any begins that high', () => {
  expect(view([400, 900])).toBe(0);
});

it('is the last section at the end of the page, or the one that the address names', () => {
  expect(view([-500, 400, 600, 800], { isAtEnd: true })).toBe(3);
  expect(view([-500, 400, 600, 800], { isAtEnd: true, named: 1 })).toBe(1);
});

it('is not the one that the address names when that is out of view', () => {
  expect(view([-500, 400, 600], { isAtEnd: true, named: 0 })).toBe(2);
});

it('is none without sections', () => {
  expect(view([])).toBe(-1);
  expect(view([], { isAtEnd: true })).toBe(-1);
});
