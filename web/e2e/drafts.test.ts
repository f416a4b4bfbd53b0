import type { BrowserContext, Locator, Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { postFile } from './support/blog.ts';
import { putRecord, readRecords } from './support/browser-storage.ts';
import { save, saveElsewhere, storedProfile, tagline } from './support/dashboard.ts';
import { content, saveAndReturn, saveInPlace, savePost } from './support/post-form.ts';
import { loseResponses } from './support/requests.ts';
import { openAsAdmin } from './support/sign-in.ts';
import { expect, test } from './support/site.ts';

/** The texts of the drafts in the browser's database. */
const storedDrafts = async (page: Page): Promise<unknown[]> =>
  ((await readRecords(page)).drafts as { value: object }[])
    .flatMap(({ value }) => Object.values(value) as object[])
    .flatMap((part) => Object.values(part) as unknown[]);

/** Stores a draft as another version of the product may have done. */
const keepOldDraft = (page: Page, form: string, value: unknown): Promise<void> => {
  const base = { response: {}, revision: '0'.repeat(40) };
  return putRecord(page, { id: `old ${form}`, form, base, value, lost: [], storedAt: 1 });
};

/** Fills in a field, and waits until the browser has stored the draft. */
const fillDraft = async (page: Page, field: Locator, text: string) => {
  await field.fill(text);
  await expect.poll(() => storedDrafts(page)).toContain(text);
};

const typeTagline = (page: Page, text: string) => fillDraft(page, tagline(page), text);

/** Closes the tab without its handlers, like a crash, and opens the dashboard in a new tab. */
const crash = async (page: Page, context: BrowserContext): Promise<Page> => {
  await page.close({ runBeforeUnload: false });
  const again = await context.newPage();
  await again.goto('/admin');
  return again;
};

test.describe('edits from before a crash', () => {
  test('are offered, compared and merged with later saves', async ({ page, site, context }) => {
    await openAsAdmin(page);
    await typeTagline(page, 'Typed before the crash.');
    await saveElsewhere(page, { profile: { name: 'Stored Since' } });
    const again = await crash(page, context);
    const notice = again.getByText('You have unsaved changes from');

    await expect(notice.locator('time')).toHaveText(/\d{4}, \d{1,2}:\d{2}/);
    await expect(again.getByText('The stored version has changed since then.')).toBeVisible();
    await expect(tagline(again)).not.toHaveValue('Typed before the crash.');
    await again.getByText('Compare with the stored version').click();
    await expect(again.getByText('Typed before the crash.')).toBeVisible();
    await expectAccessible(again, { within: again.getByRole('main') });

    await again.getByRole('button', { name: 'Restore', exact: true }).click();
    await expect(notice).toBeHidden();
    await expect(tagline(again)).toHaveValue('Typed before the crash.');
    await save(again, 'Profile updated');
    expect(storedProfile(site)).toMatchObject({
      name: 'Stored Since',
      tagline: 'Typed before the crash.',
    });
    expect(site.commits()).toHaveLength(3);

    await again.reload();
    await expect(tagline(again)).toHaveValue('Typed before the crash.');
    await expect.poll(() => storedDrafts(again)).toEqual([]);
    await expect(notice).toBeHidden();
  });

  test('are stored to the last letter, and gone when discarded', async ({ page, context }) => {
    await openAsAdmin(page);
    await typeTagline(page, 'Still being');
    const other = await context.newPage();
    await other.goto('/admin');
    await expect(tagline(other)).toHaveValue(/quiet, dependable/);
    await expect(other.getByText('You have unsaved changes from')).toBeHidden();
    await other.close();
    await tagline(page).fill('Still being typed.');
    page.once('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await page.getByRole('button', { name: 'Restore', exact: true }).click();
    await expect(tagline(page)).toHaveValue('Still being typed.');
    await expect.poll(() => storedDrafts(page)).toContain('Still being typed.');

    const again = await crash(page, context);
    await again.getByRole('button', { name: 'Discard' }).click();
    await expect(again.getByText('You have unsaved changes from')).toBeHidden();
    await expect.poll(() => storedDrafts(again)).toEqual([]);
    await again.reload();
    await expect(tagline(again)).toHaveValue(/quiet, dependable/);
    await expect(again.getByText('You have unsaved changes from')).toBeHidden();
  });
});

test('a draft of another version of the product is restored', async ({ page }) => {
  await openAsAdmin(page);
  await typeTagline(page, 'Makes the database.');
  const profile = { name: 'Kept Long Ago', availability: 'Soon', focusAreas: null };
  await keepOldDraft(page, 'dashboard', { profile });
  const post = { title: 'Begun long ago', content: 'An old text' };
  await keepOldDraft(page, 'new post', { post });
  await page.goto('/admin/blogs');
  await page.goto('/admin');
  const old = page.getByText('You have unsaved changes from 1 January 1970');
  await expect(old).toBeVisible();
  await page.getByText('Compare with the stored version').last().click();
  await expect(page.getByText('Kept Long Ago')).toBeVisible();
  await page.getByRole('button', { name: 'Restore', exact: true }).last().click();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Kept Long Ago');
  await expect(page.getByLabel('Availability')).toHaveValue('');
  await expect(old).toBeHidden();

  await page.getByRole('link', { name: 'Write a post' }).click();
  await page.getByRole('button', { name: 'Leave without saving' }).click();
  await expect(content(page)).toHaveValue('');
  await page.getByRole('button', { name: 'Restore', exact: true }).click();
  await expect(page.getByLabel('Title')).toHaveValue('Begun long ago');
  await expect(content(page)).toHaveValue('An old text');
});

for (const [fault, method] of [
  ['denied', 'indexedDB.open'],
  ['full', 'IDBObjectStore.prototype.put'],
] as const) {
  test(`with ${fault} browser storage, no draft is promised`, async ({ page }) => {
    await page.addInitScript(`${method} = () => { throw new DOMException('', '${fault}'); };`);
    await openAsAdmin(page);
    const warning = page.getByText('This browser keeps no drafts');
    await expect(tagline(page)).toHaveValue(/quiet, dependable/);
    await expect(warning).toBeHidden();
    await tagline(page).fill('Kept nowhere.');
    await expect(warning).toBeVisible();
    await page.getByRole('link', { name: 'View site' }).click();
    const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
    await expect(dialog).toContainText('they are lost when you leave');
    await page.getByRole('button', { name: 'Stay on this page' }).click();
    await save(page, 'Profile updated');
    await expect(warning).toBeHidden();
  });
}

test.describe('drafts of posts', () => {
  test.use({
    content: {
      'posts/tides.md': postFile({ title: 'Tides' }, 'One'),
      'posts/dunes.md': postFile({ title: 'Dunes' }, 'Sand'),
      'posts/shore.md': postFile({ title: 'Shore' }, 'One\n\nTwo\n\nThree'),
    },
  });

  /** Types into a form and closes its tab. */
  const leaveUnsaved = async (context: BrowserContext, path: string, text: string) => {
    const page = await context.newPage();
    await page.goto(path);
    await fillDraft(page, content(page), text);
    await page.close({ runBeforeUnload: false });
  };

  const list = (page: Page) => page.getByRole('region', { name: 'Unsaved drafts' });
  const draft = (page: Page, text: string) =>
    list(page).getByRole('listitem').filter({ hasText: text });

  test('are listed on the dashboard and above the posts', async ({ page, context }) => {
    await openAsAdmin(page);
    await leaveUnsaved(context, '/admin/blogs/dunes/edit', 'Sand, and more');
    await leaveUnsaved(context, '/admin/blogs/new', 'A post that was begun');
    await page.goto('/admin');
    await expect(list(page).getByRole('listitem')).toHaveText([
      /^New post, from \d+ \w+ \d{4}/,
      /^Post “Dunes”, from/,
    ]);
    await expectAccessible(page, { within: list(page) });

    await page.goto('/admin/blogs');
    await draft(page, 'New post,').getByRole('button', { name: 'Discard' }).click();
    await expect(list(page).getByRole('listitem')).toHaveCount(1);
    await draft(page, 'Dunes').getByRole('link', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Restore', exact: true }).click();
    await expect(content(page)).toHaveValue('Sand, and more');
    await saveAndReturn(page);
    await expect(page.getByRole('heading', { name: 'Dunes' })).toBeVisible();
    await expect(list(page)).toBeHidden();
  });

  test('become new posts if their posts were deleted', async ({ page, site, context }) => {
    await openAsAdmin(page);
    await leaveUnsaved(context, '/admin/blogs/tides/edit', 'An hour of work');
    await page.request.delete('/api/posts/tides');
    await page.goto('/admin/blogs/tides/edit');
    await expect(page.getByRole('heading', { name: 'Blog post not found' })).toBeVisible();
    await expect(draft(page, 'Post “Tides”')).toContainText('It has been deleted since then.');
    await page.getByRole('link', { name: 'Save as a new post' }).click();
    await expect(content(page)).toHaveValue('An hour of work');
    await expect(page.getByLabel('Title')).toHaveValue('Tides');
    await saveInPlace(page);
    await expect(list(page)).toBeHidden();
    expect(site.file('posts/tides.md')).toContain('An hour of work');
  });

  test('are not offered once a save without a response was made', async ({ page, context }) => {
    const path = '/admin/blogs/shore/edit';
    const text = 'One\n\nTwo\n\nThree\n\nFour';
    await openAsAdmin(page);
    const lost = await context.newPage();
    await lost.goto(path);
    await loseResponses(lost, '**/api/posts/shore*');
    await fillDraft(lost, content(lost), text);
    await lost.keyboard.press('Control+s');
    await expect(lost.getByText('Failed to save posts')).toBeVisible();
    await lost.close({ runBeforeUnload: false });
    const data = { content: text.replace('One', 'One, changed elsewhere') };
    expect((await context.request.put('/api/posts/shore', { data })).ok()).toBe(true);
    await page.goto(path);
    await expect.poll(() => storedDrafts(page)).toEqual([]);
    await expect(content(page)).toHaveValue(data.content);
    await expect(page.getByText('You have unsaved changes')).toBeHidden();
  });

  test('follow a post to its new address', async ({ page, site, context }) => {
    await openAsAdmin(page);
    await leaveUnsaved(context, '/admin/blogs/tides/edit', 'One, unsaved');
    await leaveUnsaved(context, '/admin/blogs/dunes/edit', 'Sand, unsaved');
    for (const [id, to] of Object.entries({ tides: 'ebb', dunes: 'hills' })) {
      await page.request.post(`/api/admin/posts/${id}/address`, { data: { id: to } });
    }
    await page.goto('/admin/blogs/hills/edit');
    await page.getByRole('button', { name: 'Restore', exact: true }).click();
    await expect(content(page)).toHaveValue('Sand, unsaved');
    await saveInPlace(page);

    await page.goto('/admin');
    await draft(page, 'Post “Tides”').getByRole('link', { name: 'Continue' }).click();
    await expect(page).toHaveURL('/admin/blogs/ebb/edit');
    await page.getByRole('button', { name: 'Restore', exact: true }).click();
    await saveInPlace(page);
    for (const name of ['ebb', 'hills']) expect(site.file(`posts/${name}.md`)).toContain('unsaved');
    expect(site.git('ls-tree', '--name-only', 'main:posts')).toBe('ebb.md\nhills.md\nshore.md\n');
  });

  test('of a new post keep its id when the save failed', async ({ page, site, context }) => {
    await openAsAdmin(page, '/admin/blogs/new');
    await page.getByLabel('Title').fill('Only once');
    await content(page).fill('Text');
    const saving = page.waitForRequest('**/api/posts/*');
    await page.route('**/api/posts/*', (route) => route.abort());
    await savePost(page);
    const id = new URL((await saving).url()).pathname.split('/').at(-1) ?? '';
    await expect(page.getByText('Failed to save posts')).toBeVisible();
    await page.close({ runBeforeUnload: false });

    const again = await context.newPage();
    await again.goto('/admin/blogs/new');
    const begun = draft(again, 'Post “Only once”');
    await expect(begun).toContainText('It is not stored yet.');
    await begun.getByRole('link', { name: 'Continue' }).click();
    await expect(list(again)).toBeHidden();
    await expect(content(again)).toHaveValue('Text');
    await saveInPlace(again);
    expect(site.git('grep', '-l', 'title: Only once', 'main')).toBe(`main:posts/${id}.md\n`);
  });
});

test('leaving a form with unsaved edits asks for confirmation', async ({ page, site }) => {
  await openAsAdmin(page);
  const stay = page.getByRole('dialog', { name: 'Leave without saving?' });
  const staying = () => page.getByRole('button', { name: 'Stay on this page' }).click();

  await page.getByRole('link', { name: 'View site' }).click();
  await expect(page).toHaveURL('/');
  await page.goBack();

  await test.step('a link, going forward, signing out and closing the tab ask', async () => {
    await tagline(page).fill('Not saved yet.');
    await page.getByRole('link', { name: 'View site' }).click();
    await expect(stay).toBeVisible();
    await staying();
    await page.goForward();
    await expect(stay).toBeVisible();
    await staying();
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await expect(stay).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(stay).toBeHidden();
    const asked = page.waitForEvent('dialog');
    void page.close({ runBeforeUnload: true });
    await (await asked).dismiss();
    await expect(tagline(page)).toHaveValue('Not saved yet.');
  });

  await test.step('edits made during a save are unsaved', async () => {
    await page.route('**/api/profile', async (route) => {
      await page.getByLabel('Title', { exact: true }).fill('Typed meanwhile.');
      await route.continue();
    });
    await page.getByLabel('Name', { exact: true }).fill('  Bea Example ');
    await save(page, 'Profile updated');
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Bea Example');
    await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Typed meanwhile.');
    await expect(page.getByText('Unsaved changes')).toBeVisible();
    expect(storedProfile(site)).toMatchObject({ name: 'Bea Example', tagline: 'Not saved yet.' });
  });

  await page.getByRole('link', { name: 'View site' }).click();
  await page.getByRole('button', { name: 'Leave without saving' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByText('Not saved yet.')).toBeVisible();
});

test('going back twice at once asks once, and the form stays', async ({ page }) => {
  await openAsAdmin(page, '/admin');
  await page.getByRole('link', { name: 'Manage blogs' }).click();
  await page.getByRole('link', { name: 'Create new blog' }).click();
  await page.getByLabel('Title').fill('Not saved yet.');
  await page.evaluate(() => {
    history.back();
    history.back();
  });
  await page.getByRole('button', { name: 'Stay on this page' }).click();
  await expect(page).toHaveURL('/admin/blogs/new');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByLabel('Title')).toHaveValue('Not saved yet.');
  await page.goBack();
  await page.getByRole('button', { name: 'Leave without saving' }).click();
  await expect(page).toHaveURL('/admin/blogs');
});
