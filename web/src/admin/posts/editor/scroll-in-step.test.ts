import { expect, it } from 'vitest';
import { headingRows, previewPositionOf } from './scroll-in-step.ts';

it('finds the rows of headings below wrapped lines, and ignores code', () => {
  expect(headingRows('# One\n12345678901\n\n## Two\n```\n# no\n```\n#tag\n### Three', 10)).toEqual([
    0, 4, 9,
  ]);
});

it.each([
  [0, 0],
  [50, 100],
  [100, 200],
  [150, 600],
  [200, 1000],
  [300, 1000],
])('position %i in the text is position %i in the preview', (text, preview) => {
  const anchors = [
    { text: 0, preview: 0 },
    { text: 100, preview: 200 },
    { text: 200, preview: 1000 },
  ];
  expect(previewPositionOf(anchors, text)).toBe(preview);
});
