import { expect, it } from 'vitest';
import { EMPTY_POST, formFields, isPublicForm, parseTags, postForm } from './post-form.ts';

it('splits tags at commas, without empty ones and duplicates', () => {
  expect(parseTags(' Sea, Moon ,,sea,Sea ')).toEqual(['Sea', 'Moon', 'sea']);
  expect(parseTags(' , ')).toEqual([]);
});

it('keeps an unchanged post the same', () => {
  const post = {
    id: 'tides',
    title: 'Tides',
    content: '  One\n',
    contentHtml: '<p>One</p>',
    tags: ['Sea', 'Moon'],
    description: 'Of the sea',
    hidden: true,
    publishDate: '2031-01-01T09:00:00+01:00',
    createdAt: '2020-01-01T00:00:00.000Z',
    excerpt: 'One',
  };
  const { id: _id, contentHtml: _html, excerpt: _excerpt, createdAt, ...same } = post;
  const fields = { ...same, header: false, order: null };
  expect(formFields(postForm(post))).toEqual({ ...fields, createdAt });
  expect(formFields({ ...postForm(post), createdAt: '' })).toEqual({ ...fields, createdAt: '' });
});

it('tells whether visitors will see the post', () => {
  const dates = ['', '2020-01-01T00:00:00.000Z', '2131-01-01T00:00:00.000Z'];
  const publicWith = (hidden: boolean) =>
    dates.map((publishDate) =>
      dates.map((createdAt) => isPublicForm({ ...EMPTY_POST, hidden, publishDate, createdAt })),
    );
  const shown = [true, true, true];
  expect(publicWith(false)).toEqual([[true, true, false], shown, [false, false, false]]);
  expect(publicWith(true).flat()).not.toContain(true);
});
