import type {
  ContentResponse,
  Experience,
  PostInput,
  Profile,
  Sections,
  Site,
} from 'content-schema';
import { liftFrontMatter } from 'content-schema/front-matter';
import fc from 'fast-check';
import { samplePhoto } from 'fixtures/sample-files';
import { expect, test } from 'vitest';
import { filled, text, trimmed } from '../../../test/arbitrary-text.ts';
import { startTestServer } from '../../../test/start-test-server.ts';

const PNG = await samplePhoto('lighthouse.png');

const items = fc.array(filled(), { maxLength: 3 });

const profile: fc.Arbitrary<Profile> = fc
  .record({
    name: trimmed(),
    title: trimmed(),
    tagline: trimmed(160),
    summary: trimmed(),
    location: filled(),
    email: fc.constantFrom('', 'ada+tag@example.com'),
    social: fc.record({
      linkedin: fc.constantFrom('https://linkedin.com/in/ada?a=b#c', 'linkedin.com/in/ada'),
      github: fc.webUrl(),
    }),
    contactVisibility: fc.record({
      email: fc.boolean(),
      linkedin: fc.boolean(),
      github: fc.boolean(),
    }),
    highlightsEnabled: fc.boolean(),
    availability: fc.record({ value: filled(50) }),
    focusAreas: fc.record({ value: filled(80) }),
  })
  .map((all) => ({
    ...all,
    availability: { ...all.availability, enabled: all.highlightsEnabled },
    focusAreas: { ...all.focusAreas, enabled: all.highlightsEnabled },
  }));

const logo = fc.tuple(fc.uint8Array({ maxLength: 50 }), filled(80)).map(([bytes, alt]) => ({
  data: `data:image/png;base64,${Buffer.concat([PNG, bytes]).toString('base64')}`,
  type: 'image/png' as const,
  alt,
}));

const site: fc.Arbitrary<Site> = fc.tuple(fc.option(logo), fc.boolean()).chain(([mark, shown]) =>
  fc.record({
    title: filled(),
    description: filled(300),
    homeButtonMode: fc.constant(mark && shown ? ('logo' as const) : ('text' as const)),
    logo: fc.constant(mark),
  }),
);

const experiences: fc.Arbitrary<Experience[]> = fc.array(
  fc.record({
    role: filled(),
    company: filled(),
    year: filled(),
    location: trimmed(),
    description: filled(),
    achievements: items,
    stack: fc.array(filled(), { minLength: 1, maxLength: 3 }),
  }),
  { minLength: 1, maxLength: 3 },
);

const visibleItems = fc.record({ visible: fc.boolean(), items });
const sections: fc.Arbitrary<Sections> = fc.record({
  contact: fc.record({ description: trimmed() }),
  experiencesPage: fc.record({ visible: fc.boolean() }),
  educations: fc.record({
    visible: fc.boolean(),
    items: fc.array(
      fc.record({
        institution: filled(),
        degree: trimmed(),
        year: trimmed(),
        description: trimmed(),
      }),
      { maxLength: 2 },
    ),
  }),
  programmingLanguages: visibleItems,
  languagesSpoken: visibleItems,
  achievements: visibleItems,
});

const posts: fc.Arbitrary<PostInput[]> = fc.uniqueArray(
  fc.record(
    {
      id: fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9_-]{0,20}$/),
      title: filled(1000),
      // Front matter that is pasted is meant to become the post's fields.
      content: text.filter((it) => it.trim() !== '' && !liftFrontMatter(it)),
      tags: fc.array(filled(1000), { maxLength: 4 }),
      hidden: fc.boolean(),
      createdAt: fc
        .date({ min: new Date('1970-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
        .map((date) => date.toISOString()),
    },
    { requiredKeys: ['id', 'title', 'content', 'tags', 'hidden'] },
  ),
  { maxLength: 3, selector: ({ id }) => id.toLowerCase() },
);

const byId = <P extends { id?: string | undefined }>(all: readonly P[]): P[] =>
  all.toSorted((one, other) => ((one.id ?? '') < (other.id ?? '') ? -1 : 1));

test('anything saved is read by a fresh process as it was sent', async () => {
  const { signIn, restart } = await startTestServer();
  const admin = await signIn();
  const everything = fc.record({ site, profile, experiences, sections, posts });
  await fc.assert(
    fc.asyncProperty(everything, async ({ posts: sentPosts, ...sent }) => {
      for (const [path, body] of Object.entries({ ...sent, posts: sentPosts })) {
        const response = await admin.put(`/api/${path}`, body);
        expect(`${response.status} ${response.ok ? '' : await response.text()}`).toBe('200 ');
      }
      const reader = await (await restart()).signIn();
      const read = (await (await reader.get('/api/content')).json()) as ContentResponse;
      expect(read).toMatchObject(sent);
      expect(byId(read.posts)).toMatchObject(byId(sentPosts));
      expect(read.posts).toHaveLength(sentPosts.length);
    }),
    { numRuns: Number(process.env['RUNS'] ?? 10) },
  );
});
