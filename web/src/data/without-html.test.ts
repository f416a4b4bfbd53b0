import { presentContentFiles } from 'content-schema/content-files';
import { readDefaultContent } from 'fixtures/default-content';
import { expect, it } from 'vitest';
import { withoutHtml } from './without-html.ts';

it('keeps exactly the fields that can be saved', () => {
  const item = { institution: 'Saltham', descriptionHtml: '<p>x</p>' };
  const answer = { title: 'Html', items: [item], itemsHtml: ['<p>y</p>'], logo: null };
  expect(withoutHtml(answer)).toEqual({
    title: 'Html',
    items: [{ institution: 'Saltham' }],
    logo: null,
  });
});

it('removes all derived HTML from the default content', async () => {
  const { profile, sections, experiences } = presentContentFiles(await readDefaultContent());
  expect(JSON.stringify({ profile, sections, experiences })).toContain('<p>');
  expect(JSON.stringify(withoutHtml({ profile, sections, experiences }))).not.toContain('<p>');
});
