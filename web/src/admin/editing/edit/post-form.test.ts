import { expect, it } from 'vitest';
import { EMPTY_POST, formFields, parseTags, postForm, validatePost } from './post-form.ts';

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
    excerpt: 'One',
  };
  const { title, content, tags, description, hidden } = post;
  expect(formFields(postForm(post))).toEqual({ title, content, tags, description, hidden });
});

it('refuses a post without a title or content, naming the missing fields', () => {
  const pathsOf = (changes: object) => {
    const validation = validatePost({ ...EMPTY_POST, ...changes });
    return validation.valid ? [] : validation.issues.map(({ path }) => path);
  };
  expect(pathsOf({})).toEqual(['title', 'content']);
  expect(pathsOf({ title: ' ', content: 'Text' })).toEqual(['title']);
  expect(pathsOf({ title: 'Tides', content: ' \n' })).toEqual(['content']);
  expect(pathsOf({ title: 'Tides', content: 'Text' })).toEqual([]);
});
