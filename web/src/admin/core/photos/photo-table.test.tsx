import { UNDATED } from 'content-schema';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { UploadDate } from './photo-table.tsx';

const shown = (date: string): string => renderToStaticMarkup(<UploadDate date={date} />);

it('is the day of the upload', () => {
  const date = '2026-01-31T12:00:00.000Z';
  expect(shown(date)).toBe(`<time dateTime="${date}">Jan 31, 2026</time>`);
});

it('is missing for a photo that was added with git', () => {
  expect(shown(UNDATED)).toBe('No date');
});

it('shows an invalid date unchanged', () => {
  expect(shown('some day')).toContain('some day');
});
