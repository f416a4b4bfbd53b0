import {
  EXTRACTED_FIELDS,
  experienceFields,
  pick,
  postFields,
  profileFields,
  sectionsFields,
  siteFields,
  withoutDefaults,
  type ContentResponse,
} from 'content-schema';
import { group } from 'content-schema/fields';
import { extractFrontMatter } from 'content-schema/front-matter';
import fc from 'fast-check';
import { samplePhoto } from 'fixtures/sample-files';
import { expect, test } from 'vitest';
import { arbitraryValue, items } from '../../../../test/arbitrary-entities.ts';
import { filled, text } from '../../../../test/arbitrary-text.ts';
import { json, savedCommit } from '../../../../test/responses.ts';
import { startTestServer } from '../../../../test/start-test-server.ts';

const PNG = await samplePhoto('lighthouse.png');

const profile = arbitraryValue(profileFields, {
  location: filled(),
  email: fc.constantFrom('', 'ada+tag@example.com'),
  'social.linkedin': fc.constantFrom('https://linkedin.com/in/ada?a=b#c', 'linkedin.com/in/ada'),
  'social.github': fc.webUrl(),
  'availability.value': filled(50),
  'focusAreas.value': filled(80),
}).map((all) => ({
  ...all,
  availability: { ...all.availability, enabled: all.highlightsEnabled },
  focusAreas: { ...all.focusAreas, enabled: all.highlightsEnabled },
}));

const logo = fc.tuple(fc.uint8Array({ maxLength: 50 }), filled(80)).map(([bytes, alt]) => ({
  data: `data:image/png;base64,${Buffer.concat([PNG, bytes]).toString('base64')}`,
  type: 'image/png' as const,
  alt,
}));

const site = fc.tuple(fc.option(logo), fc.boolean()).chain(([mark, shown]) =>
  arbitraryValue(siteFields, {
    title: filled(),
    description: filled(300),
    homeButtonMode: fc.constant(mark && shown ? 'logo' : 'text'),
    logo: fc.constant(mark),
    lang: fc.constantFrom('', 'de', 'pt-BR'),
  }),
);

const experiences = fc.array(
  arbitraryValue(experienceFields, {
    role: filled(),
    company: filled(),
    year: filled(),
    description: filled(),
    stack: items(1),
  }),
  { minLength: 1, maxLength: 3 },
);

const address = fc.constantFrom('', 'https://example.com/a?b=c#d', 'example.com/a');

const anySections = arbitraryValue(sectionsFields, {
  'projects.items.*.name': filled(),
  'projects.items.*.link': address,
  'projects.items.*.repository': address,
});

/** A save derives the ids of projects. */
const sections = anySections.map(({ projects, ...others }) => ({
  ...others,
  projects: { ...projects, items: projects.items.map(({ id: _, ...project }) => project) },
}));

const fieldsOfPosts = group(pick(postFields.fields, ['content', ...EXTRACTED_FIELDS]));

const post = fc
  .tuple(
    arbitraryValue(fieldsOfPosts, {
      title: filled(1000),
      // Pasted front matter would become fields of the post.
      content: text.filter((value) => value.trim() !== '' && !extractFrontMatter(value)),
      tags: fc.array(filled(1000), { maxLength: 4 }),
      // It is stored on one line.
      description: filled(1000).map((value) => value.replace(/\s+/g, ' ')),
    }),
    fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9_-]{0,20}$/),
  )
  .map(([fields, id]) => ({ ...fields, id }));

const posts = fc.uniqueArray(post, { maxLength: 3, selector: ({ id }) => id.toLowerCase() });

const byId = <P extends { id?: string | undefined }>(all: readonly P[]): P[] =>
  all.toSorted((one, other) => ((one.id ?? '') < (other.id ?? '') ? -1 : 1));

test('a new process reads all saved content as it was sent', async () => {
  const { signIn, restart } = await startTestServer();
  const admin = await signIn();
  const everything = fc.record({ site, profile, experiences, sections, posts });
  await fc.assert(
    fc.asyncProperty(everything, async ({ posts: sentPosts, ...sent }) => {
      for (const [path, body] of Object.entries({ ...sent, posts: sentPosts })) {
        await savedCommit(admin.put(`/api/${path}`, body));
      }
      const reader = await (await restart()).signIn();
      const read = await json<ContentResponse>(reader.get('/api/content'));
      expect(read).toMatchObject({ ...sent, site: withoutDefaults(sent.site) });
      expect(byId(read.posts)).toMatchObject(byId(sentPosts));
      expect(read.posts).toHaveLength(sentPosts.length);
    }),
    { numRuns: Number(process.env['RUNS'] ?? 10) },
  );
});
