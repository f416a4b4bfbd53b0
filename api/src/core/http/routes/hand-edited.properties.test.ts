import {
  experienceFields,
  profileFields,
  sectionsFields,
  storedSiteFields,
  type ContentResponse,
} from 'content-schema';
import fc from 'fast-check';
import { samplePhoto } from 'fixtures/sample-files';
import { expect, test } from 'vitest';
import { sloppyTexts, sloppyValue } from '../../../../test/arbitrary-entities.ts';
import { filled, text } from '../../../../test/arbitrary-text.ts';
import { startTestServer } from '../../../../test/start-test-server.ts';
import type { GitStore } from '../../git-store/git-store.ts';

const PNG = await samplePhoto('lighthouse.png');

const jsonFiles = fc.record({
  'site.json': sloppyValue(storedSiteFields, {
    description: fc.constantFrom(' A site', 'x'),
    'logo.alt': fc.constantFrom(' Mark ', 'Mark'),
    'logo.path': fc.constantFrom('assets/logo.png', 'assets/missing.png', 'profile.json'),
    lang: fc.constantFrom('', 'de', 'pt-BR'),
    'logo.type': fc.constantFrom('image/png', 'image/jpeg'),
  }),
  'profile.json': sloppyValue(profileFields, {
    email: fc.constantFrom('', ' ada@example.com '),
    'contactVisibility.linkedin': fc.constant(false),
    'contactVisibility.github': fc.constant(false),
    highlightsEnabled: fc.constant(false),
    // A save derives these.
    'availability.enabled': fc.constant(false),
    'focusAreas.enabled': fc.constant(false),
  }),
  'experiences.json': fc.array(sloppyValue(experienceFields, { stack: sloppyTexts(1) }), {
    minLength: 1,
    maxLength: 3,
  }),
  'sections.json': sloppyValue(sectionsFields, {
    'projects.items.*': fc.record({ name: filled(), stack: sloppyTexts() }),
  }),
});

const layOut = fc
  .tuple(fc.constantFrom(0, 1, 4, '\t'), fc.boolean(), fc.boolean())
  .map(([indent, crlf, mark]) => (value: unknown): string => {
    const json = `${mark ? '\uFEFF' : ''}${JSON.stringify(value, null, indent)}\n`;
    return crlf ? json.replaceAll('\n', '\r\n') : json;
  });

const YAML_LINES = [
  ...['title: " Padded "', 'title:', 'tags: a, ,b', 'tags: [a, "b" ] # note', '# a comment'],
  ...['draft: true', 'hidden: no', 'published: false', 'date: 2024-01-31 10:00:00 +0100'],
  ...['createdAt:', 'updatedAt: soon', 'params: { a: [1, 2] }', 'weight: 10'],
];
const postFile = fc
  .tuple(
    fc.oneof(
      fc.shuffledSubarray(YAML_LINES).map((lines) => `---\n${lines.join('\n')}\n---\n`),
      fc.constantFrom('', '---\n', '---js\n{}\n---\n'),
    ),
    text,
    fc.boolean(),
  )
  .map(([head, body, crlf]) => (crlf ? (head + body).replaceAll('\n', '\r\n') : head + body));

const handMade = fc
  .tuple(jsonFiles, layOut, fc.array(postFile, { maxLength: 3 }))
  .map(([entities, write, posts]) => [
    ...Object.entries(entities).map(([path, value]) => [path, write(value)] as const),
    ...posts.map((post, i) => [`posts/2024-01-3${i}-Post ${i}.md`, post] as const),
  ]);

const replaceAll = async (
  store: GitStore,
  files: readonly (readonly [path: string, text: string])[],
): Promise<void> => {
  const head = await store.head();
  const deleted = [...(await store.list(head)).keys()].map((path) => [path, null] as const);
  await store.commit({
    expectedHead: head,
    message: 'By hand\n',
    operationId: 'by hand',
    changes: new Map<string, Uint8Array | null>([
      ...deleted,
      ...files.map(([path, text]) => [path, Buffer.from(text)] as const),
      ['assets/logo.png', PNG],
    ]),
  });
};

test('content that was written by hand keeps every byte when it is sent back unchanged', async () => {
  const server = await startTestServer({ files: new Map() });
  const { signIn, outsider, content } = server;
  const admin = await signIn();
  await fc.assert(
    fc.asyncProperty(handMade, async (files) => {
      await replaceAll(outsider, files);
      await content.reader.refresh();
      const head = await outsider.head();
      const response = await admin.get('/api/content');
      const { problems: _, ...read } = (await response.json()) as ContentResponse;
      for (const [path, body] of Object.entries(read)) {
        const { status } = await admin.put(`/api/${path}`, body);
        // An entity without a required field can't be saved, so it is not changed either.
        expect(path === 'posts' ? [200] : [200, 400]).toContain(status);
      }
      expect(await outsider.head()).toBe(head);
    }),
    { numRuns: Number(process.env['RUNS'] ?? 20) },
  );
});
