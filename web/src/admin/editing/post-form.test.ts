import { expect, it } from 'vitest';
import { EMPTY_POST, formFields, parseTags, postForm, validatePost } from './post-form.ts';

it('reads tags between commas, without empty ones and doubles', () => {
  expect(parseTags(' Sea, Moon ,,sea,Sea ')).toEqual(['Sea', 'Moon', 'sea']);
  expect(parseTags(' , ')).toEqual([]);
});

it('writes a post as it was read', () => {
  const post = {
    id: 'tides',
    title: 'Tides',
    content: '  One\n',
    contentHtml: '<p>One</p>',
    tags: ['Sea', 'Moon'],
    hidden: true,
    excerpt: 'One',
  };
  const { title, content, tags, hidden } = post;
  expect(formFields(postForm(post))).toEqual({ title, content, tags, hidden });
});

it('refuses a post without a title or content, naming the fields that lack', () => {
  const pathsOf = (changes: object) => {
    const validation = validatePost({ ...EMPTY_POST, ...changes });
    return validation.valid ? [] : validation.issues.map(({ path }) => path);
  };
  expect(pathsOf({})).toEqual(['title', 'content']);
  expect(pathsOf({ title: ' ', content: 'Text' })).toEqual(['title']);
  expect(pathsOf({ title: 'Tides', content: ' \n' })).toEqual(['content']);
  expect(pathsOf({ title: 'Tides', content: 'Text' })).toEqual([]);
});
