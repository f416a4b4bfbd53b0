import { experiencesFields, profileFields, sectionsFields, siteFields } from 'content-schema';
import { withRenderedHtml } from 'content-schema/content-files';
import { renderMarkdown } from 'content-schema/markdown';
import { ODD_TEXTS, oddMarkdown } from 'fixtures/odd-texts';
import { filledWith } from 'fixtures/sample-value';
import { expect, it } from 'vitest';
import { renderAddress } from '../../test/render-address.ts';
import { PAGES } from '../pages/pages.ts';
import { tagPath } from '../paths.ts';

/** The addresses of all pages for a post with the tag. */
const addressesOf = (id: string, tag: string): string[] =>
  PAGES.filter(({ prefix }) => prefix === undefined).map(({ path }) =>
    path.includes(':tagSlug') ? tagPath(tag) : path.replace(':postId', id),
  );

const contentOf = (text: string) => {
  const content = oddMarkdown(text);
  return {
    site: {
      ...filledWith(siteFields, text),
      logo: { data: text, type: 'image/png', alt: text } as const,
    },
    profile: withRenderedHtml(profileFields, filledWith(profileFields, text)),
    experiences: withRenderedHtml(experiencesFields, filledWith(experiencesFields, text)),
    sections: withRenderedHtml(sectionsFields, filledWith(sectionsFields, text)),
    posts: [
      {
        ...{ id: 'odd', title: text, description: text, tags: [text], hidden: false },
        ...{ createdAt: text, updatedAt: text, content, contentHtml: renderMarkdown(content) },
      },
    ],
  };
};

it('renders every page, whatever its fields contain', async () => {
  const failures: string[] = [];
  for (const text of ODD_TEXTS) {
    const content = contentOf(text);
    for (const address of addressesOf('odd', text)) {
      await renderAddress(address, content).catch((error: unknown) => {
        failures.push(`${address} with ${JSON.stringify(text)}: ${String(error)}`);
      });
    }
  }
  expect(failures).toEqual([]);
});
