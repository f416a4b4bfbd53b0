import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { fillLogin, openAsAdmin } from './support/sign-in.ts';
import { expect, test } from './support/site.ts';

const save = (page: Page) => page.getByRole('button', { name: 'Save changes' }).click();

const storedProfile = (site: { git(...args: string[]): string }): unknown =>
  JSON.parse(site.git('show', 'main:profile.json'));

/** Counts the requests that save the profile, by the status of their answers. */
const countSaves = (page: Page): number[] => {
  const statuses: number[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith('/api/profile')) statuses.push(response.status());
  });
  return statuses;
};

/** The drafts that the browser keeps, as it has them. */
const keptTaglines = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const done = <Result>(request: IDBRequest<Result>): Promise<Result> =>
      new Promise((resolve) => {
        request.onsuccess = () => resolve(request.result);
      });
    const database = await done(indexedDB.open('drafts'));
    const store = database.transaction('drafts').objectStore('drafts');
    const drafts = (await done(store.getAll())) as { value: { tagline: string } }[];
    database.close();
    return drafts.map(({ value }) => value.tagline);
  });

/** Types a tagline, and closes the tab as a crash does, as soon as the draft is kept. */
const crashWhileTyping = async (page: Page, tagline: string) => {
  await page.getByLabel('Tagline').fill(tagline);
  await expect.poll(() => keptTaglines(page)).toContain(tagline);
  await page.close({ runBeforeUnload: false });
};

test.describe('a session that has ended', () => {
  test('is begun again in place, and the save goes through once', async ({ page, site }) => {
    await openAsAdmin(page);
    const saves = countSaves(page);
    await page.getByLabel('Tagline').fill('Typed before the session ended.');
    await page.context().clearCookies();
    await save(page);
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    await expect(dialog.getByLabel('Email')).toHaveValue('ada@example.com');
    await expectAccessible(page);

    await fillLogin(dialog, 'wrong');
    await expect(dialog.getByText('Invalid email or password.')).toBeVisible();
    await expectAccessible(page);

    await fillLogin(dialog);
    await expect(page.getByText('Profile updated')).toBeVisible();
    await expect(dialog).toBeHidden();
    expect(saves).toEqual([401, 200]);
    expect(site.commits()).toHaveLength(2);
    expect(storedProfile(site)).toMatchObject({ tagline: 'Typed before the session ended.' });
  });

  test('keeps the text of who does not sign in again, and asks at the next save', async ({
    page,
    site,
  }) => {
    await openAsAdmin(page);
    await page.getByLabel('Tagline').fill('Typed before the session ended.');
    await page.context().clearCookies();
    await save(page);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByText('Authentication required')).toBeVisible();
    await expect(page.getByLabel('Tagline')).toHaveValue('Typed before the session ended.');
    expect(site.commits()).toHaveLength(1);

    await save(page);
    await fillLogin(page.getByRole('dialog'));
    await expect(page.getByText('Profile updated')).toBeVisible();
    expect(site.commits()).toHaveLength(2);
  });
});

test.describe('what visitors do not see', () => {
  const profile = {
    email: 'secret@example.com',
    contactVisibility: { email: false, linkedin: false, github: false },
  };
  test.use({ content: { 'profile.json': JSON.stringify(profile) } });

  test('is never edited away because a session has ended', async ({ page }) => {
    await openAsAdmin(page);
    await page.context().clearCookies();
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    // The content is asked for again by a page that is opened some seconds later.
    await expect(async () => {
      await page.getByRole('link', { name: 'Experiences', exact: true }).click();
      await page.getByRole('link', { name: 'Back to dashboard' }).click();
      await expect(dialog).toBeVisible({ timeout: 1000 });
    }).toPass();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue('secret@example.com');

    await page.getByLabel('Name', { exact: true }).fill('Ada');
    await save(page);
    await fillLogin(dialog);
    await expect(page.getByText('Profile updated')).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue('secret@example.com');
  });
});

test.describe('a save that conflicts with one from another tab', () => {
  const openTwice = async (page: Page) => {
    await openAsAdmin(page);
    const other = await page.context().newPage();
    await other.goto('/admin');
    await other.getByLabel('Tagline').fill('Theirs.');
    await other.getByLabel('Title', { exact: true }).fill('Their title');
    await page.getByLabel('Tagline').fill('Mine.');
    await page.getByLabel('Name', { exact: true }).fill('My Name');
    await save(other);
    await expect(other.getByText('Profile updated')).toBeVisible();
    await save(page);
    const dialog = page.getByRole('dialog', { name: 'Changed elsewhere in the meantime' });
    await expect(dialog).toBeVisible();
    return dialog;
  };

  test('is shown with all versions, and can keep mine', async ({ page, site }) => {
    const dialog = await openTwice(page);
    const tagline = dialog.getByRole('group', { name: 'Tagline' });
    await expect(dialog.getByRole('group')).toHaveCount(1);
    await expect(tagline.getByText('I build quiet, dependable software')).toBeVisible();
    await expect(tagline.getByText('Mine.')).toBeVisible();
    await expect(tagline.getByText('Theirs.')).toBeVisible();
    expect(site.commits()).toHaveLength(2);
    await expectAccessible(page);

    await dialog.getByRole('button', { name: 'Save my choice' }).click();
    await expect(page.getByText('Profile updated')).toBeVisible();
    expect(storedProfile(site)).toMatchObject({
      tagline: 'Mine.',
      title: 'Their title',
      name: 'My Name',
    });
    expect(site.git('diff', '--numstat', 'main~', 'main')).toBe('2\t2\tprofile.json\n');
    await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Their title');
  });

  test('can take theirs, and what does not overlap is kept from both', async ({ page, site }) => {
    const dialog = await openTwice(page);
    await dialog.getByLabel('Take theirs').check();
    await dialog.getByRole('button', { name: 'Save my choice' }).click();
    await expect(page.getByText('Profile updated')).toBeVisible();
    expect(storedProfile(site)).toMatchObject({
      tagline: 'Theirs.',
      title: 'Their title',
      name: 'My Name',
    });
    await expect(page.getByLabel('Tagline')).toHaveValue('Theirs.');
  });

  test('can be settled by writing anew', async ({ page, site }) => {
    const dialog = await openTwice(page);
    await dialog.getByLabel('Edit', { exact: true }).check();
    await dialog.getByLabel('Tagline, edited').fill('Ours.');
    await dialog.getByRole('button', { name: 'Save my choice' }).click();
    await expect(page.getByText('Profile updated')).toBeVisible();
    expect(storedProfile(site)).toMatchObject({ tagline: 'Ours.', title: 'Their title' });
  });

  test('keeps the text while it is not decided', async ({ page, site }) => {
    const dialog = await openTwice(page);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(
      page.getByText('This was changed elsewhere in the meantime. Choose which version to keep.'),
    ).toBeVisible();
    await expect(page.getByLabel('Tagline')).toHaveValue('Mine.');
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('My Name');
    expect(site.commits()).toHaveLength(2);
    await page.keyboard.press('Control+s');
    await expect(dialog).toBeVisible();
  });

  test('is settled part by part', async ({ page, site }) => {
    await openAsAdmin(page);
    const other = await page.context().newPage();
    await other.goto('/admin');
    for (const [tab, whose] of [
      [page, 'My'],
      [other, 'Their'],
    ] as const) {
      await tab.getByLabel('Site title').fill(`${whose} site`);
      await tab.getByLabel('Tagline').fill(`${whose} tagline`);
    }
    await save(other);
    await expect.poll(() => site.commits()).toHaveLength(3);
    await save(page);
    const dialog = page.getByRole('dialog', { name: 'Changed elsewhere in the meantime' });
    await dialog.getByRole('group', { name: 'Site title' }).getByLabel('Take theirs').check();
    await dialog.getByRole('button', { name: 'Save my choice' }).click();
    await expect(dialog.getByRole('group', { name: 'Tagline' })).toBeVisible();
    await dialog.getByRole('button', { name: 'Save my choice' }).click();
    await expect(page.getByText('Profile updated')).toBeVisible();
    expect(storedProfile(site)).toMatchObject({ tagline: 'My tagline' });
    expect(JSON.parse(site.git('show', 'main:site.json'))).toMatchObject({ title: 'Their site' });
    expect(site.commits()).toHaveLength(4);
  });

  test('shows long texts by the lines that differ', async ({ page, site }) => {
    await openAsAdmin(page);
    const other = await page.context().newPage();
    await other.goto('/admin');
    const summary = ['First.', '', 'Second.', '', 'Third.'];
    const write = (tab: Page, changes: Record<number, string>) =>
      tab.getByLabel('Summary').fill(summary.map((line, i) => changes[i] ?? line).join('\n'));
    await write(other, {});
    await save(other);
    await expect(other.getByText('Profile updated')).toBeVisible();
    await page.reload();
    await write(page, { 0: 'My first.' });
    await write(other, { 0: 'Their first.', 4: 'Their third.' });
    await save(other);
    await expect.poll(() => site.commits()).toHaveLength(3);
    await save(page);
    const field = page.getByRole('dialog').getByRole('group', { name: 'Summary' });
    await expect(field.locator('ins')).toHaveText([
      'My first.\n',
      'Their first.\n',
      'Their third.',
    ]);
    await page.getByRole('button', { name: 'Save my choice' }).click();
    await expect(page.getByLabel('Summary')).toHaveValue('My first.\n\nSecond.\n\nTheir third.');
    await expect(page.getByText('Profile updated')).toBeVisible();
    expect(storedProfile(site)).toMatchObject({ summary: 'My first.\n\nSecond.\n\nTheir third.' });
  });
});

test.describe('what was typed before a crash', () => {
  test('is offered with its time, compared, and restored', async ({ page, site, context }) => {
    await openAsAdmin(page);
    await crashWhileTyping(page, 'Typed before the crash.');

    const again = await context.newPage();
    await again.goto('/admin');
    const notice = again.getByText('You have unsaved changes from');
    await expect(notice.locator('time')).toHaveText(/\d{4}, \d{1,2}:\d{2}/);
    await expect(again.getByLabel('Tagline')).not.toHaveValue('Typed before the crash.');
    await again.getByText('Compare with what is stored now').click();
    await expect(again.getByText('Typed before the crash.')).toBeVisible();
    await expectAccessible(again);

    await again.getByRole('button', { name: 'Restore', exact: true }).click();
    await expect(notice).toBeHidden();
    await expect(again.getByLabel('Tagline')).toHaveValue('Typed before the crash.');
    await save(again);
    await expect(again.getByText('Profile updated')).toBeVisible();
    expect(storedProfile(site)).toMatchObject({ tagline: 'Typed before the crash.' });
    expect(site.commits()).toHaveLength(2);
    await again.reload();
    await expect(again.getByLabel('Tagline')).toHaveValue('Typed before the crash.');
    await expect.poll(() => keptTaglines(again)).toEqual([]);
    await expect(notice).toBeHidden();
  });

  test('is gone when it is discarded', async ({ page, context }) => {
    await openAsAdmin(page);
    await crashWhileTyping(page, 'Typed before the crash.');
    const again = await context.newPage();
    await again.goto('/admin');
    await again.getByRole('button', { name: 'Discard' }).click();
    await expect(again.getByText('You have unsaved changes from')).toBeHidden();
    await expect.poll(() => keptTaglines(again)).toEqual([]);
    await again.reload();
    await expect(again.getByLabel('Tagline')).toHaveValue(/quiet, dependable/);
    await expect(again.getByText('You have unsaved changes from')).toBeHidden();
  });

  test('is merged with what was stored since', async ({ page, site, context }) => {
    await openAsAdmin(page);
    await crashWhileTyping(page, 'Typed before the crash.');
    const again = await context.newPage();
    await again.goto('/admin');
    await again.getByLabel('Name', { exact: true }).fill('Stored Since');
    await save(again);
    await expect(again.getByText('Profile updated')).toBeVisible();
    await again.reload();
    await expect(again.getByText('What is stored has changed since then.')).toBeVisible();
    await again.getByRole('button', { name: 'Restore', exact: true }).click();
    await save(again);
    await expect(again.getByText('Profile updated')).toBeVisible();
    expect(storedProfile(site)).toMatchObject({
      name: 'Stored Since',
      tagline: 'Typed before the crash.',
    });
  });

  test('is not offered while its tab is still open', async ({ page, context }) => {
    await openAsAdmin(page);
    await page.getByLabel('Tagline').fill('Still being typed.');
    await expect.poll(() => keptTaglines(page)).toContain('Still being typed.');
    const other = await context.newPage();
    await other.goto('/admin');
    await expect(other.getByLabel('Tagline')).toHaveValue(/quiet, dependable/);
    await expect(other.getByText('You have unsaved changes from')).toBeHidden();
  });
});

test.describe('leaving', () => {
  test('asks by link, by going on and by closing, only while something is unsaved', async ({
    page,
  }) => {
    await openAsAdmin(page);
    const stay = page.getByRole('dialog', { name: 'Leave without saving?' });
    await page.getByRole('link', { name: 'View site' }).click();
    await expect(page).toHaveURL('/');
    await page.goBack();

    await page.getByLabel('Tagline').fill('Not saved yet.');
    await page.getByRole('link', { name: 'View site' }).click();
    await expect(stay).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Stay on this page' }).click();
    await page.goForward();
    await expect(stay).toBeVisible();
    await page.getByRole('button', { name: 'Stay on this page' }).click();
    const asked = page.waitForEvent('dialog');
    void page.close({ runBeforeUnload: true });
    await (await asked).dismiss();
    await expect(page.getByLabel('Tagline')).toHaveValue('Not saved yet.');

    await save(page);
    await expect(page.getByText('Profile updated')).toBeVisible();
    await page.getByRole('link', { name: 'View site' }).click();
    await expect(page.getByText('Not saved yet.')).toBeVisible();
  });
});

test('what is typed while a save is under way stays, and is unsaved', async ({ page, site }) => {
  await openAsAdmin(page);
  await page.route('**/api/profile', async (route) => {
    await page.getByLabel('Tagline').fill('Typed meanwhile.');
    await route.continue();
  });
  await page.getByLabel('Name', { exact: true }).fill('  Bea Example ');
  await save(page);
  await expect(page.getByText('Profile updated')).toBeVisible();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Bea Example');
  await expect(page.getByLabel('Tagline')).toHaveValue('Typed meanwhile.');
  await expect(page.getByText('Unsaved changes')).toBeVisible();
  expect(storedProfile(site)).toMatchObject({ name: 'Bea Example' });
});
