// Needs: account, import
/** What visitors and the owner do, in the engines of Firefox and of Safari. */
import { readDefaultContent } from 'fixtures/default-content';
import { largePhoto } from 'fixtures/sample-files';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { postFile } from '../support/blog.ts';
import { storedRecords } from '../support/browser-storage.ts';
import { giveFiles, givenPhotos } from '../support/files.ts';
import { MISSING_PAGE, PUBLIC_PAGES } from '../support/public-pages.ts';
import {
  ADMIN_PASSWORD,
  expect,
  KNOWN_ADDRESS,
  PASSWORD_HASH,
  test,
  type Site,
} from '../support/site.ts';
import { createUser, until, type User } from './engine.ts';
import { FIREFOX, openFirefox } from './firefox.ts';
import { openWebKit, WEBKIT } from './webkit.ts';

const FIXTURES = join(import.meta.dirname, '../../../fixtures');
const FORMULA = { path: '/blogs/formula', heading: 'Formula' };
const photo = { width: 900, height: 600, colour: '#8a6f4d', focus: { x: 0.25, y: 1 } };
const PNG = { name: 'lighthouse.png', mimeType: 'image/png' };

test.use({
  // The email can be changed where no variable sets it.
  environment: { ...KNOWN_ADDRESS, ADMIN_EMAIL: '', ADMIN_PASSWORD_HASH: '' },
  content: {
    ...Object.fromEntries(await readDefaultContent()),
    'posts/formula.md': postFile(
      { title: 'Formula', createdAt: '2020-01-01T00:00:00.000Z' },
      '![](/photos/dunes)\n\n$$\\sum_{i=0}^n \\frac{1}{x_i^2}$$',
    ),
    'photos/dunes/dunes.jpg': await largePhoto(900, 600),
    'photos/dunes/photo.json': JSON.stringify(photo),
  },
});
// One after the other, since they have a port in common.
test.describe.configure({ mode: 'default' });

const isDark = () => getComputedStyle(document.body).backgroundColor === 'rgb(19, 22, 20)';
const isOpen = () => document.querySelector('dialog[open] input') !== null;

const readPublicPages = async ({ open, run, click, clickAt, press }: User) => {
  const overflow = () =>
    document.documentElement.scrollWidth - document.documentElement.clientWidth;
  for (const { path, heading } of [...PUBLIC_PAGES, MISSING_PAGE, FORMULA]) {
    await open(path);
    const headings = () => Array.from(document.querySelectorAll('h1'), (each) => each.innerText);
    expect([path, await run(headings), await run(overflow)]).toEqual([path, [heading], 0]);
  }
  await test.step('a formula has no bar, and a photo its colour and its focal point', async () => {
    const barWidth = () => {
      const { offsetWidth, clientWidth } = document.querySelector<HTMLElement>('.table-scroll')!;
      return offsetWidth - clientWidth;
    };
    expect(await run(barWidth)).toBe(0);
    await open('/blogs');
    const look = () => {
      const style = getComputedStyle(document.querySelector('img[data-focus]')!);
      return [style.backgroundColor, style.objectPosition];
    };
    expect(await run(look)).toEqual(['rgb(146, 109, 73)', '25% 100%']);
  });
  await test.step('a click beside the search closes it', async () => {
    // React listens to keys a moment after it has hydrated the page.
    await until('the search', () => press('/').then(() => run(isOpen)), true);
    await clickAt(5, 5);
    await until('the search', () => run(isOpen), false);
  });
  await test.step('the dark theme is kept', async () => {
    await click('label', 'Dark');
    await until('dark', () => run(isDark), true);
    await open('/experiences');
    expect(await run(isDark)).toBe(true);
  });
};

const edit = async (user: User, site: Site, passkeys: string) => {
  const { open, isAt, fill, press, click, sees, on, run, undo, crash, type, pick } = user;
  const content = ['textarea', 'Content'] as const;
  const text = () => on(content, (area) => area.value);
  const has = (part: string, count = 1) =>
    until(part, async () => (await text()).split(part).length - 1, count);
  const committed = (subject: string) =>
    until('the commit', () => Promise.resolve(site.subject()), subject);
  const signIn = async (email = 'admin@example.com') => {
    await fill('Email', email);
    await fill('Password', ADMIN_PASSWORD);
    await press('Enter');
  };

  await test.step('a post is written, with its pictures pasted, dropped and picked', async () => {
    await open('/admin/blogs/new?from=test#x');
    await signIn();
    await isAt('/admin/blogs/new?from=test#x');
    await fill('Title', 'Low water');
    await press('Enter');
    await until('the focus', () => run(() => document.activeElement?.tagName), 'TEXTAREA');
    await type('Boats');
    await on(content, (area) => area.select());
    await press('b', 'Control');
    await until('bold', text, '**Boats**');
    await undo();
    await until('the text before', text, 'Boats');
    await until('the start', () => undo().then(text), '');
    await type('/quo');
    await sees('[role=option]', 'Quote');
    await press('Enter');
    await until('a quote', text, '> ');
    for (const [index, way] of (['paste', 'drop'] as const).entries()) {
      const before = await text();
      const given = await givenPhotos(way, [PNG]);
      await on(content, giveFiles, given);
      await has('![](/photos/', index + 1);
      await until('the text before', () => undo().then(text), before);
      await on(content, giveFiles, given);
    }
    await click('button', 'Insert image');
    await pick('dialog:modal input[type=file]', join(FIXTURES, 'photos', PNG.name));
    await has('![](/photos/', 3);
    await press('s', 'Control');
    await committed('Create post "Low water" with 3 photos');
    await sees('p, span', 'Saved');
  });

  await test.step('a draft outlives a crash', async () => {
    await type('Unsaved');
    const isStored = async () => JSON.stringify(await run(storedRecords)).includes('Unsaved');
    await until('the draft', isStored, true);
    await crash();
    // A browser may not have written its cookies yet.
    if (await run(() => location.pathname === '/login')) await signIn();
    await click('button', 'Restore');
    await has('Unsaved');
    await press('s', 'Control');
    await committed('Update post "Low water"');
  });

  await test.step('experiences are reordered', async () => {
    await open('/admin/experiences');
    await click('button', 'Move experience 2 up');
    await click('button', 'Save changes');
    await committed('Reorder experiences');
  });

  await test.step('a file is imported', async () => {
    await open('/admin/blogs');
    await sees('h2, h3, a', 'Low water');
    await pick('input[type=file][accept*=md]', join(FIXTURES, 'imports/thematic-break.md'));
    await click('button', 'Import selected .md files');
    await sees('p', 'Imported 1 posts');
  });

  await test.step('the palette leads to the account, where the email is changed', async () => {
    await press('k', 'Control');
    await sees('input', 'Go to');
    await type('account');
    await press('Enter');
    await isAt('/admin/account');
    await sees('p, button', passkeys);
    await click('button', 'Change the email');
    await fill('New email', 'grace@example.org');
    await press('Escape');
    const focused = () => (document.activeElement as HTMLElement).innerText;
    await until('the focus', () => run(focused), 'Change the email');
    await press('Enter');
    await fill('New email', 'grace@example.org');
    await fill('Your password', ADMIN_PASSWORD);
    await press('Enter');
    await sees('a', 'Account of grace@example.org');
    await click('button', 'Sign out');
    await isAt('/login');
    await signIn('grace@example.org');
    await isAt('/admin');
  });
};

for (const [name, packages, programs, openEngine, passkeys] of [
  ['Firefox', 'firefox-esr', [FIREFOX], openFirefox, 'Add a passkey'],
  ['WebKit', 'webkit2gtk-driver xvfb', WEBKIT, openWebKit, 'This browser has no passkeys.'],
] as const) {
  test(`visitors and the owner use ${name}`, async ({ site }) => {
    test.setTimeout(600_000);
    if (!programs.every((path) => existsSync(path))) {
      process.stdout.write(`${name} is not tested: apt-get install ${packages}\n`);
      test.skip();
    }
    const secrets = join(dirname(site.repository), 'secrets.json');
    const generated = JSON.parse(await readFile(secrets, 'utf8')) as object;
    await writeFile(secrets, JSON.stringify({ ...generated, adminPasswordHash: PASSWORD_HASH }));
    const engine = await openEngine();
    try {
      const user = createUser(engine, site.url);
      await readPublicPages(user);
      await edit(user, site, passkeys);
      expect(await user.faults()).toEqual([]);
    } finally {
      await engine.close();
    }
  });
}
