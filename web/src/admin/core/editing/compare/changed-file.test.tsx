import type { FileChange } from 'content-schema';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ChangedFile } from './changed-file.tsx';

const FILE: FileChange = { path: 'notes.txt', status: 'added', sizeAfter: 4, binary: true };

const COMPARISON = { from: null, to: 'a'.repeat(40), files: [FILE] };

const render = (file: FileChange): string =>
  renderToStaticMarkup(<ChangedFile comparison={COMPARISON} file={file} name="notes.txt" />);

test('a file links to its page on GitHub if it has one', () => {
  const url = 'https://github.com/ada/site/blob/main/notes.txt';
  expect(render({ ...FILE, url })).toContain(`<a href="${url}"><code>notes.txt</code></a>`);
  expect(render(FILE)).not.toContain('<a ');
});

test('moved and edited entries can be shown as visitors saw them', () => {
  const experience = (role: string, description: string) => ({
    role,
    company: 'Acme',
    description,
  });
  const change = (after: unknown): FileChange => ({
    ...{ path: 'experiences.json', status: 'modified', binary: false, diff: '' },
    before: [experience('Pilot', 'Ships'), experience('Cook', 'Soup')],
    after,
  });
  const edited = change([experience('Cook', 'Soup'), experience('Pilot', '**Ships**')]);
  expect(render(edited)).toContain('As visitors saw it');
  const renamed = change([experience('Head cook', 'Soup'), experience('Pilot', 'Ships')]);
  expect(render(renamed)).not.toContain('As visitors saw it');
});
