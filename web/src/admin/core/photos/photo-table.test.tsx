import { UNDATED } from 'content-schema';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { UploadDate } from './photo-table.tsx';

const date = '2026-01-31T12:00:00.000Z';

it.each([
  ['the day of the upload', date, `<time dateTime="${date}">Jan 31, 2026</time>`],
  ['none for a photo that was added with git', UNDATED, 'No date'],
  ['unchanged if it is invalid', 'some day', expect.stringContaining('some day') as string],
])('the date is %s', (_, uploaded, shown) => {
  expect(renderToStaticMarkup(<UploadDate date={uploaded} />)).toEqual(shown);
});
