import { samplePhoto } from 'fixtures/sample-files';
import { expect, test } from 'vitest';
import type { TestFiles } from '../../../../test/files.ts';
import { changesOf, commitsOf } from '../../../../test/git.ts';
import { messageOf, readContent } from '../../../../test/github/edits.ts';
import { issuesOf, json, savedCommit } from '../../../../test/responses.ts';
import { testWorkers } from '../../../../test/run-app.ts';
import { startAsAdmin } from '../../../../test/start-test-server.ts';

const dataUrl = (type: string, bytes: Uint8Array): string =>
  `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;

const svg = (content: string, attributes = ''): Uint8Array =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${content}</svg>`);

const PNG = await samplePhoto('lighthouse.png');

const logoFrom = (type: string, bytes: Uint8Array, alt = 'x') => ({
  logo: { data: dataUrl(type, bytes), type, alt },
});

const start = async (files?: TestFiles) => {
  const server = await startAsAdmin(files && { files });
  const { admin, show } = server;
  const readSite = async () => (await readContent(admin)).site;
  const site = await readSite();
  return {
    ...server,
    readSite,
    site,
    put: (fields: object) => admin.put('/api/site', { ...site, ...fields }),
    storedSite: () => JSON.parse(show('site.json')) as unknown,
  };
};

test.each([
  ['image/png', 'lighthouse.png', 'assets/logo.png'],
  ['image/webp', 'dunes.webp', 'assets/logo.webp'],
  ['image/jpeg', 'harbour-with-location.jpg', 'assets/logo.jpg'],
  ['image/svg+xml', 'boat.svg', 'assets/logo.svg'],
] as const)(
  'a logo of type %s becomes a file and comes back as it was',
  async (type, name, path) => {
    const { put, paths, readSite, storedSite } = await start();
    const { logo } = logoFrom(type, await samplePhoto(name), 'The mark');
    const saved = await json(put({ homeButtonMode: 'logo', logo }));
    expect(saved).toMatchObject({ homeButtonMode: 'logo', logo });
    expect((await readSite()).logo).toEqual(logo);
    expect(storedSite()).toMatchObject({ logo: { path, type, alt: 'The mark' } });
    expect(paths().filter((stored) => stored.startsWith('assets/'))).toEqual([path]);
  },
);

test('the alt text is saved without the logo, a new logo replaces the old one, and none deletes it', async () => {
  const { put, repository, site } = await start();
  await put({ logo: { ...site.logo, alt: 'Another text' } });
  expect(changesOf(repository)).toEqual(['M site.json']);
  await put(logoFrom('image/png', PNG, 'A lighthouse'));
  expect(changesOf(repository)).toEqual(['A assets/logo.png', 'D assets/logo.svg', 'M site.json']);
  const none = { homeButtonMode: 'text', logo: null };
  expect(await json(put(none))).toMatchObject(none);
  expect(changesOf(repository)).toEqual(['D assets/logo.png', 'M site.json']);
  expect(commitsOf(repository)).toHaveLength(4);
});

test('the server enforces every rule of the form, with the same messages', async () => {
  const { put, repository } = await start();
  const { logo } = logoFrom('image/png', PNG, 'Mark');
  const jpeg = await samplePhoto('harbour-with-location.jpg');
  const required = 'Title and description are required';
  const wrongType = 'logo.data: Logo must be PNG, SVG, JPG, or WEBP';
  for (const [fields, ...issues] of [
    [{ title: ' ', description: '' }, `title: ${required}`, `description: ${required}`],
    [
      { description: 'x'.repeat(301), homeButtonMode: 'logo', logo: null },
      'description: Meta description must be 300 characters or fewer',
      'logo: Upload a logo before enabling the logo home button',
    ],
    [
      { homeButtonMode: 'logo', logo: { ...logo, alt: ' ' } },
      'logo.alt: Add alt text so the logo link remains accessible',
    ],
    [
      { logo: { ...logo, alt: 'x'.repeat(81), type: 'image/gif' } },
      'logo.type: Logo must be PNG, SVG, JPG, or WEBP',
      'logo.alt: Logo alt text must be 80 characters or fewer',
    ],
    [{ logo: { ...logo, data: 'https://x/a.png' } }, 'logo.data: Unable to read logo file'],
    // Other types than stated.
    [logoFrom('image/png', jpeg), wrongType],
    [{ logo: { ...logoFrom('image/png', jpeg).logo, type: 'image/jpeg' } }, wrongType],
    [logoFrom('image/svg+xml', Buffer.from('<html></html>')), wrongType],
    [logoFrom('image/webp', await samplePhoto('not-a-picture.png')), wrongType],
    [
      logoFrom('image/svg+xml', svg('', 'onload="alert(1)"')),
      'logo.data: This SVG contains an event handler (onload); only plain pictures can be uploaded',
    ],
    [
      logoFrom('image/png', Buffer.concat([PNG, Buffer.alloc(524_289 - PNG.length)])),
      'logo.data: Logo must be smaller than 512KB',
    ],
  ] as const) {
    expect(await issuesOf(put(fields))).toEqual(issues);
  }
  expect(commitsOf(repository)).toHaveLength(1);
});

test('an SVG logo is stored without what is unknown', async () => {
  const { put, show } = await start();
  const unknown = svg('<unknown onclick="alert(1)"/><rect width="3"/>');
  await savedCommit(put(logoFrom('image/svg+xml', unknown)));
  expect(show('assets/logo.svg')).toContain('<rect width="3"');
  expect(show('assets/logo.svg')).not.toContain('onclick');
});

test('a logo whose file is missing is left out, and keeps its entry when the site is sent back', async () => {
  const logo = { path: 'assets/logo.svg', type: 'image/svg+xml', alt: 'Mark' };
  const stored = { title: 'Ada', description: 'x', homeButtonMode: 'logo', logo };
  const files = { 'site.json': JSON.stringify(stored), 'assets/logo.svg': svg('') };
  const { push, put, readSite, storedSite } = await start(files);
  await push({ 'assets/logo.svg': null });
  expect(await readSite()).toMatchObject({ homeButtonMode: 'text', logo: null });
  await savedCommit(put({ ...(await readSite()), title: 'Bea' }));
  expect(storedSite()).toEqual({ ...stored, title: 'Bea' });
});

test('a failure of the SVG cleaner itself is not blamed on the logo', async () => {
  const run: typeof testWorkers.run = (name, input) =>
    name === 'cleanSvg'
      ? Promise.reject(new Error('The worker thread has ended'))
      : testWorkers.run(name, input);
  const { admin } = await startAsAdmin({ workers: { ...testWorkers, run } });
  const { site } = await readContent(admin);
  const logo = logoFrom('image/svg+xml', svg(''));
  const response = await admin.put('/api/site', { ...site, ...logo });
  const message = 'Failed to save site metadata';
  expect([response.status, await messageOf(response)]).toEqual([500, message]);
});
