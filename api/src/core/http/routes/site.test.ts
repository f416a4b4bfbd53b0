import type { ContentSummaryResponse, ErrorResponseBody, Site } from 'content-schema';
import { samplePhoto } from 'fixtures/sample-files';
import { expect, test } from 'vitest';
import { changesOf, commitsOf, git, subjectOf } from '../../../../test/git.ts';
import { testWorkers } from '../../../../test/run-app.ts';
import { startTestServer } from '../../../../test/start-test-server.ts';
import type { TestClient } from '../../../../test/test-client.ts';

const dataUrl = (type: string, bytes: Uint8Array): string =>
  `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;

const svg = (content: string, attributes = ''): Uint8Array =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${content}</svg>`);

const readSite = async (client: TestClient): Promise<Site> => {
  const response = await client.get('/api/content?posts=summary');
  return ((await response.json()) as ContentSummaryResponse).site;
};

const startAsAdmin = async (files?: ReadonlyMap<string, Uint8Array>) => {
  const { signIn, repository } = await startTestServer(files && { files });
  const admin = await signIn();
  return { admin, repository, site: await readSite(admin) };
};

const storedSite = (repository: string): unknown =>
  JSON.parse(git(repository, 'show', 'main:site.json'));

test('the title is saved as one changed line', async () => {
  const { admin, repository, site } = await startAsAdmin();
  const response = await admin.put('/api/site', { ...site, title: ' New title ' });
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ ...site, title: 'New title' });
  expect(response.headers.get('content-revision')).toBe(commitsOf(repository)[0]);
  expect(subjectOf(repository)).toBe('Update site metadata: site title');
  expect(git(repository, 'diff', '--numstat', 'main~', 'main')).toBe('1\t1\tsite.json\n');
  expect(await readSite(admin)).toEqual({ ...site, title: 'New title' });
});

test.each([
  ['image/png', 'lighthouse.png', 'assets/logo.png'],
  ['image/webp', 'dunes.webp', 'assets/logo.webp'],
  ['image/jpeg', 'harbour-with-location.jpg', 'assets/logo.jpg'],
  ['image/svg+xml', 'boat.svg', 'assets/logo.svg'],
] as const)(
  'a logo of type %s becomes a file and comes back as it was',
  async (type, name, path) => {
    const { admin, repository, site } = await startAsAdmin();
    const data = dataUrl(type, await samplePhoto(name));
    const logo = { data, type, alt: 'The mark' };
    const response = await admin.put('/api/site', { ...site, homeButtonMode: 'logo', logo });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ homeButtonMode: 'logo', logo });
    expect((await readSite(admin)).logo).toEqual(logo);
    expect(storedSite(repository)).toMatchObject({ logo: { path, type, alt: 'The mark' } });
    const stored = git(repository, 'ls-tree', '-r', '--name-only', 'main', 'assets/').trim();
    expect(stored).toBe(path);
  },
);

test('a new logo replaces the old one, in one commit', async () => {
  const { admin, repository, site } = await startAsAdmin();
  const logo = {
    data: dataUrl('image/png', await samplePhoto('lighthouse.png')),
    type: 'image/png',
    alt: 'A lighthouse',
  };
  await admin.put('/api/site', { ...site, logo });
  expect(commitsOf(repository)).toHaveLength(2);
  expect(changesOf(repository)).toEqual(['A assets/logo.png', 'D assets/logo.svg', 'M site.json']);
});

test('the alt text is saved without touching the logo', async () => {
  const { admin, repository, site } = await startAsAdmin();
  await admin.put('/api/site', { ...site, logo: { ...site.logo, alt: 'Another text' } });
  expect(changesOf(repository)).toEqual(['M site.json']);
});

test('removing the logo deletes its file', async () => {
  const { admin, repository, site } = await startAsAdmin();
  const response = await admin.put('/api/site', { ...site, homeButtonMode: 'text', logo: null });
  expect(await response.json()).toMatchObject({ homeButtonMode: 'text', logo: null });
  expect(changesOf(repository)).toEqual(['D assets/logo.svg', 'M site.json']);
});

test('the server enforces every rule of the form, with the same messages', async () => {
  const { admin, repository, site } = await startAsAdmin();
  const messagesOf = async (sent: unknown): Promise<string[]> => {
    const response = await admin.put('/api/site', sent);
    expect(response.status).toBe(400);
    const { message, issues = [] } = (await response.json()) as ErrorResponseBody;
    expect(message).toBe(issues[0]?.message);
    return issues.map((issue) => `${issue.path}: ${issue.message}`);
  };
  const png = dataUrl('image/png', await samplePhoto('lighthouse.png'));
  const logo = { data: png, type: 'image/png', alt: 'Mark' };
  expect(await messagesOf({ ...site, title: ' ', description: '' })).toEqual([
    'title: Title and description are required',
    'description: Title and description are required',
  ]);
  expect(await messagesOf({ ...site, description: 'x'.repeat(301) })).toEqual([
    'description: Meta description must be 300 characters or fewer',
  ]);
  expect(await messagesOf({ ...site, homeButtonMode: 'logo', logo: null })).toEqual([
    'logo: Upload a logo before enabling the logo home button',
  ]);
  expect(
    await messagesOf({ ...site, homeButtonMode: 'logo', logo: { ...logo, alt: ' ' } }),
  ).toEqual(['logo.alt: Add alt text so the logo link remains accessible']);
  expect(await messagesOf({ ...site, logo: { ...logo, alt: 'x'.repeat(81) } })).toEqual([
    'logo.alt: Logo alt text must be 80 characters or fewer',
  ]);
  expect(await messagesOf({ ...site, logo: { ...logo, type: 'image/gif' } })).toEqual([
    'logo.type: Logo must be PNG, SVG, JPG, or WEBP',
  ]);
  expect(await messagesOf({ ...site, logo: { ...logo, data: 'https://x/a.png' } })).toEqual([
    'logo.data: Unable to read logo file',
  ]);
  expect(commitsOf(repository)).toHaveLength(1);
});

test('a logo of another type than stated is refused', async () => {
  const { admin, repository, site } = await startAsAdmin();
  const jpeg = await samplePhoto('harbour-with-location.jpg');
  const lies = [
    { data: dataUrl('image/png', jpeg), type: 'image/png' },
    { data: dataUrl('image/png', jpeg), type: 'image/jpeg' },
    { data: dataUrl('image/svg+xml', Buffer.from('<html></html>')), type: 'image/svg+xml' },
    { data: dataUrl('image/webp', await samplePhoto('not-a-picture.png')), type: 'image/webp' },
  ];
  for (const lie of lies) {
    const response = await admin.put('/api/site', { ...site, logo: { ...lie, alt: 'x' } });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      message: 'Logo must be PNG, SVG, JPG, or WEBP',
      issues: [{ path: 'logo.data' }],
    });
  }
  expect(commitsOf(repository)).toHaveLength(1);
});

test('a logo may have at most 524,288 bytes, however they are encoded', async () => {
  const { admin, site } = await startAsAdmin();
  const png = await samplePhoto('lighthouse.png');
  const ofSize = (bytes: number) => {
    const data = dataUrl('image/png', Buffer.concat([png, Buffer.alloc(bytes - png.length)]));
    return { ...site, logo: { data, type: 'image/png', alt: 'x' } };
  };
  expect((await admin.put('/api/site', ofSize(524_288))).status).toBe(200);
  const response = await admin.put('/api/site', ofSize(524_289));
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ message: 'Logo must be smaller than 512KB' });
});

test.each([
  ['a script', svg('<script>alert(1)</script>')],
  ['an event handler', svg('', 'onload="alert(1)"')],
  [
    'a page within it',
    svg('<foreignObject><p xmlns="http://www.w3.org/1999/xhtml"/></foreignObject>'),
  ],
  ['a link', svg('<a href="javascript:alert(1)"><rect/></a>')],
  ['a file from elsewhere', svg('<image href="https://evil.example/x.png"/>')],
  ['a hostile sample', undefined],
])('an SVG logo with %s is refused', async (_, bytes) => {
  const { admin, repository, site } = await startAsAdmin();
  const data = dataUrl('image/svg+xml', bytes ?? (await samplePhoto('hostile.svg')));
  const logo = { data, type: 'image/svg+xml', alt: 'x' };
  const response = await admin.put('/api/site', { ...site, logo });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({
    message: expect.stringMatching(/^This SVG contains .*; only plain pictures/) as string,
    issues: [{ path: 'logo.data' }],
  });
  expect(commitsOf(repository)).toHaveLength(1);
});

test('parts of an SVG logo that are not images are removed', async () => {
  const { admin, site } = await startAsAdmin();
  const data = dataUrl('image/svg+xml', svg('<unknown onclick="alert(1)"/><rect width="3"/>'));
  await admin.put('/api/site', { ...site, logo: { data, type: 'image/svg+xml', alt: 'x' } });
  const { logo } = await readSite(admin);
  const stored = Buffer.from(logo?.data.split(',')[1] ?? '', 'base64').toString();
  expect(stored).toContain('<rect width="3"');
  expect(stored).not.toContain('onclick');
});

test('a site that was written by hand is sent back without changing a byte', async () => {
  const png = await samplePhoto('lighthouse.png');
  const text = `{ "logo": {"alt": " Mark ", "path": "pictures/mark.png", "type": "image/jpeg", "by": "Bea"},\r
    "title": "  Ada  ", "homeButtonMode":"logo", "description" : "x\\u0020", "theme": "dark" }`;
  const files = new Map([
    ['site.json', Buffer.from(text)],
    ['pictures/mark.png', png],
  ]);
  const { admin, repository, site } = await startAsAdmin(files);
  const response = await admin.put('/api/site', site);
  expect(response.status).toBe(200);
  expect(commitsOf(repository)).toHaveLength(1);
  await admin.put('/api/site', { ...site, description: 'New' });
  expect(git(repository, 'show', 'main:site.json')).toBe(text.replace('"x\\u0020"', '"New"'));
});

test('a logo whose file is missing keeps its entry when the site is sent back', async () => {
  const logo = { path: 'assets/logo.svg', type: 'image/svg+xml', alt: 'Mark' };
  const stored = { title: 'Ada', description: 'x', homeButtonMode: 'logo', logo };
  const files = new Map([['site.json', Buffer.from(JSON.stringify(stored))]]);
  const { admin, repository, site } = await startAsAdmin(files);
  expect((await admin.put('/api/site', { ...site, title: 'Bea' })).status).toBe(200);
  expect(storedSite(repository)).toEqual({ ...stored, title: 'Bea' });
});

test('optional fields that are not sent are kept, and missing required fields are reported', async () => {
  const { admin, repository, site } = await startAsAdmin();
  const { description: _, ...sent } = { ...site, title: 'New title' };
  const { alt: __, ...logo } = site.logo!;
  const response = await admin.put('/api/site', { ...sent, logo });
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ ...site, title: 'New title' });
  const without = await admin.put('/api/site', { title: 'T', description: 'D' });
  const { issues } = (await without.json()) as ErrorResponseBody;
  expect(issues?.map(({ message }) => message)).toEqual([
    'homeButtonMode is missing',
    'logo is missing',
  ]);
  expect(commitsOf(repository)).toHaveLength(2);
});

test('a failure of the SVG cleaner itself is not blamed on the logo', async () => {
  const run: typeof testWorkers.run = (name, input) =>
    name === 'cleanSvg'
      ? Promise.reject(new Error('The worker thread has ended'))
      : testWorkers.run(name, input);
  const { signIn } = await startTestServer({ workers: { ...testWorkers, run } });
  const admin = await signIn();
  const logo = { data: dataUrl('image/svg+xml', svg('')), type: 'image/svg+xml', alt: '' };
  const response = await admin.put('/api/site', { ...(await readSite(admin)), logo });
  expect(response.status).toBe(500);
  expect(await response.json()).toMatchObject({ message: 'Failed to save site metadata' });
});
