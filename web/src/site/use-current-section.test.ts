import { expect, it } from 'vitest';
import { sectionInView } from './use-current-section.ts';

const view = (starts: readonly number[], changes = {}) =>
  sectionInView({ starts, windowHeight: 1000, isAtEnd: false, named: -1, ...changes });

it.each([
  ['the last section that begins in the upper third', [-500, 200, 900], {}, 1],
  ['no section that begins below it', [-900, -500, 301], {}, 1],
  ['the first section before any begins that high', [400, 900], {}, 0],
  ['the last section at the end of the page', [-500, 400, 600, 800], { isAtEnd: true }, 3],
  ['the one that the address names', [-500, 400, 600, 800], { isAtEnd: true, named: 1 }, 1],
  ['not that one when it is out of view', [-500, 400, 600], { isAtEnd: true, named: 0 }, 2],
  ['none without sections', [], { isAtEnd: true }, -1],
])('is %s', (_, starts, changes, section) => {
  expect(view(starts, changes)).toBe(section);
});
