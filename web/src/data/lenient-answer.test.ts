import type { ContentResponse } from 'content-schema';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DEFAULT_CONTENT, renderAddress } from '../../test/render-address.ts';
import { readAnswer } from './lenient-answer.ts';

const CONTENT = 'GET /content?posts=summary';

const read = (answer: unknown) => readAnswer(CONTENT, answer) as ContentResponse;

it("returns our server's answers unchanged", () => {
  const { posts, ...shell } = read(DEFAULT_CONTENT);
  expect({ ...shell, posts: posts.map((post) => ({ ...post, excerpt: '', minutes: 1 })) }).toEqual({
    ...DEFAULT_CONTENT,
    posts: DEFAULT_CONTENT.posts.map((post) => ({ ...post, excerpt: '', minutes: 1 })),
  });
});

it('shows a section and a highlight unless they are switched off', () => {
  const { sections, profile } = read({
    profile: { highlightsEnabled: true, availability: { value: 'Now' }, focusAreas: null },
    sections: { educations: { items: [] }, achievements: { visible: false }, contact: null },
  });
  expect(sections).toMatchObject({
    experiencesPage: { visible: true },
    educations: { visible: true },
    achievements: { visible: false },
    contact: { description: '' },
  });
  expect(profile.availability).toEqual({ value: 'Now', enabled: true });
});

it('falls back to the text button without a logo, and omits missing dates', () => {
  const { site, posts } = read({
    site: { title: 'Ada', homeButtonMode: 'logo' },
    posts: [{ id: 7, title: 'One', content: '*One*', createdAt: null, updatedAt: 0 }],
  });
  expect(site).toMatchObject({ homeButtonMode: 'text', logo: null });
  expect(posts).toEqual([
    {
      id: '7',
      title: 'One',
      content: '*One*',
      tags: [],
      hidden: false,
      excerpt: 'One',
      minutes: 1,
    },
  ]);
});

it('rejects an answer of another type instead of reading it as empty content, which a save would store', () => {
  for (const answer of [null, undefined, 'Saved', 7, []]) {
    expect(() => readAnswer(CONTENT, answer)).toThrow(TypeError);
    for (const part of ['profile', 'site', 'sections'] as const) {
      expect(() => readAnswer(`PUT /${part}`, answer)).toThrow(TypeError);
    }
  }
  for (const answer of [null, undefined, 'Saved', {}]) {
    expect(() => readAnswer('PUT /experiences', answer)).toThrow(TypeError);
    expect(() => readAnswer('PUT /posts?posts=markdown', answer)).toThrow(TypeError);
  }
});

/** The value with each field left unchanged, replaced or omitted. */
const mutated = (value: unknown): fc.Arbitrary<unknown> => {
  if (Array.isArray(value)) return other(fc.tuple(...value.map(mutated)));
  if (typeof value !== 'object' || value === null) return other(fc.constant(value));
  const fields = Object.entries(value).map(([name, inner]) => [name, mutated(inner)] as const);
  return other(fc.record(Object.fromEntries(fields), { requiredKeys: [] }));
};

const other = (value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof(
    { arbitrary: value, weight: 12 },
    { arbitrary: fc.constantFrom(null, undefined, 7, '', 'text', [], {}, true), weight: 1 },
  );

it('turns any content into something that every page can render', async () => {
  const { posts, ...shell } = DEFAULT_CONTENT;
  const answers = fc.record({
    ...Object.fromEntries(Object.entries(shell).map(([name, part]) => [name, mutated(part)])),
    posts: fc.tuple(
      ...posts.map((post) =>
        fc.record({
          id: fc.constant(post.id),
          title: mutated(post.title),
          tags: mutated(post.tags),
          createdAt: mutated(post.createdAt),
          updatedAt: mutated(post.updatedAt),
          content: mutated('*Text*'),
        }),
      ),
    ),
  });
  await fc.assert(
    fc.asyncProperty(answers, async (answer) => {
      const content = read(answer);
      for (const page of ['/', '/blogs', '/experiences', '/blogs/0', '/blogs/tags/maps']) {
        expect((await renderAddress(page, content)).body).toContain('<h1');
      }
    }),
    { numRuns: 30 },
  );
});
