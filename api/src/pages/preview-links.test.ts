import { expect, test } from 'vitest';
import { createPreviewLinks, type Preview } from './preview-links.ts';

const PREVIEW: Preview = { of: 'pull', name: '7', expires: Date.now() + 60_000 };
const OLD = 'an old secret of 32 characters..';
const NEW = 'a new secret of 32 characters...';

test('removing a secret revokes its links', () => {
  const token = createPreviewLinks([OLD]).tokenOf(PREVIEW);
  expect(createPreviewLinks([OLD]).find(token)).toEqual(PREVIEW);
  expect(createPreviewLinks([NEW, OLD]).find(token)).toEqual(PREVIEW);
  expect(createPreviewLinks([NEW]).find(token)).toBeUndefined();
});
