import type { BrowserContext, Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { postFile } from './support/blog.ts';
import { fillLogin, openAsAdmin } from './support/sign-in.ts';
import { expect, test } from './support/site.ts';

const save = (page: Page) => page.getByRole('button', { name: 'Save changes' }).click();
const tagline = (page: Page) => page.getByLabel('Tagline', { exact: true });
const sessionDialog = (page: Page) => page.getByRole('dialog', { name: 'Your session has ended' });
const conflictDialog = (page: Page) =>
  page.getByRole('dialog', { name: 'Changed elsewhere in the meantime' });

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

/** Saves changes of the profile and the site from elsewhere. */
const saveElsewhere = async (
  page: Page,
  changes: { readonly profile?: object; readonly site?: object },
) => {
  const answer = await page.request.get('/api/content');
  const content = (await answer.json()) as { profile: object; site: object };
  for (const part of ['profile', 'site'] as const) {
    if (!changes[part]) continue;
    const data = { ...content[part], ...changes[part] };
    expect((await page.request.put(`/api/${part}`, { data })).ok()).toBe(true);
  }
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

/** Types a tagline that the browser keeps as a draft. */
const typeTagline = async (page: Page, text: string) => {
  await tagline(page).fill(text);
  await expect.poll(() => keptTaglines(page)).toContain(text);
};

/** Closes the tab as a crash does, and opens the dashboard in another. */
const crash = async (page: Page, context: BrowserContext): Promise<Page> => {
  await page.close({ runBeforeUnload: false });
  const again = await context.newPage();
  await again.goto('/admin');
  return again;
};

test('a session that has ended is begun again in place, and the save goes through once', async ({
  page,
  site,
}) => {
  await openAsAdmin(page);
  const saves = countSaves(page);
  const dialog = sessionDialog(page);
  await tagline(page).fill('Typed before the session ended.');
  await page.context().clearCookies();
  await save(page);
  await expect(dialog.getByLabel('Email')).toHaveValue('ada@example.com');
  await expect(dialog.getByLabel('Password')).toBeFocused();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Authentication required')).toBeVisible();
  await expect(tagline(page)).toHaveValue('Typed before the session ended.');
  expect(site.commits()).toHaveLength(1);

  await save(page);
  await fillLogin(dialog, 'wrong');
  await expect(dialog.getByText('Invalid email or password.')).toBeVisible();
  await expectAccessible(page);
  await fillLogin(dialog);
  await expect(page.getByText('Profile updated')).toBeVisible();
  await expect(dialog).toBeHidden();
  expect(saves).toEqual([401, 401, 200]);
  expect(site.commits()).toHaveLength(2);
  expect(storedProfile(site)).toMatchObject({ tagline: 'Typed before the session ended.' });
});

test.describe('without a session', () => {
  const profile = {
    email: 'secret@example.com',
    contactVisibility: { email: false, linkedin: false, github: false },
  };
  const content = {
    'profile.json': JSON.stringify(profile),
    'posts/tides.md': postFile({ title: 'Tides' }),
  };
  test.use({ content });

  test('what visitors do not see is never edited away', async ({ page }) => {
    await openAsAdmin(page);
    await expect(tagline(page)).toBeVisible();
    await page.context().clearCookies();
    const dialog = sessionDialog(page);
    const cancel = dialog.getByRole('button', { name: 'Cancel' });
    // The content is asked for again by a page that is opened some seconds later.
    await expect(async () => {
      for (const name of ['Experiences', 'Back to dashboard']) {
        const link = page.getByRole('link', { name, exact: true });
        if (!(await dialog.isVisible())) await link.click({ timeout: 1000 });
      }
      await expect(dialog).toBeVisible({ timeout: 1000 });
    }).toPass();
    await page.addLocatorHandler(dialog, () => cancel.click());
    await page.getByRole('link', { name: 'Admin dashboard' }).click();
    await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue('secret@example.com');
    await page.removeLocatorHandler(dialog);

    await page.getByLabel('Name', { exact: true }).fill('Ada');
    await save(page);
    await fillLogin(dialog);
    await expect(page.getByText('Profile updated')).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue('secret@example.com');
  });

  test('a form that has not arrived yet comes after signing in', async ({ page }) => {
    // The session ends as soon as it has been verified.
    const endSession = async () => {
      await page.route(
        '**/api/auth/me',
        async (route) => {
          const user: unknown = await (await route.fetch()).json();
          await page.context().clearCookies();
          await route.fulfill({ json: user });
        },
        { times: 1 },
      );
    };
    for (const [path, field] of [
      ['/admin/blogs/new', 'Title'],
      ['/admin/blogs/tides/edit', 'Title'],
      ['/admin', 'Tagline'],
    ] as const) {
      await endSession();
      await openAsAdmin(page, path);
      await sessionDialog(page).getByRole('button', { name: 'Cancel' }).click();
      await expect(page.getByRole('alert')).toHaveText('Not authenticated');
      await page.getByRole('button', { name: 'Try again' }).click();
      await fillLogin(sessionDialog(page));
      await expect(page.getByLabel(field, { exact: true }).first()).toBeVisible();
      await expect(sessionDialog(page)).toBeHidden();
    }
  });
});

test.describe('a save that conflicts with one from elsewhere', () => {
  test('shows all versions, waits for a decision, and can keep mine', async ({ page, site }) => {
    await openAsAdmin(page);
    const other = await page.context().newPage();
    await other.goto('/admin');
    await tagline(other).fill('Theirs.');
    await other.getByLabel('Title', { exact: true }).fill('Their title');
    await tagline(page).fill('Mine.');
    await page.getByLabel('Name', { exact: true }).fill('My Name');
    await save(other);
    await expect(other.getByText('Profile updated')).toBeVisible();
    await save(page);
    const dialog = conflictDialog(page);
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(
      page.getByText('This was changed elsewhere in the meantime. Choose which version to keep.'),
    ).toBeVisible();
    await expect(tagline(page)).toHaveValue('Mine.');
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('My Name');
    expect(site.commits()).toHaveLength(2);

    await page.keyboard.press('Control+s');
    const field = dialog.getByRole('group', { name: 'Tagline' });
    await expect(dialog.getByRole('group')).toHaveCount(1);
    await expect(field.getByText('I build quiet, dependable software')).toBeVisible();
    await expect(field.getByText('Mine.')).toBeVisible();
    await expect(field.getByText('Theirs.')).toBeVisible();
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

  test('is settled part by part, by theirs, by writing anew, and by lines', async ({
    page,
    site,
  }) => {
    await openAsAdmin(page);
    const dialog = conflictDialog(page);
    const settle = () => dialog.getByRole('button', { name: 'Save my choice' }).click();
    await page.getByLabel('Site title').fill('My site');
    await tagline(page).fill('My tagline');
    await saveElsewhere(page, {
      site: { title: 'Their site' },
      profile: { tagline: 'Their tagline', name: 'Their Name' },
    });
    expect(site.commits()).toHaveLength(3);
    await save(page);
    await dialog.getByRole('group', { name: 'Site title' }).getByLabel('Take theirs').check();
    await settle();
    await dialog.getByRole('group', { name: 'Tagline' }).getByLabel('Take theirs').check();
    await settle();
    await expect(page.getByText('Profile updated')).toBeVisible();
    await expect(tagline(page)).toHaveValue('Their tagline');
    await expect(page.getByLabel('Site title')).toHaveValue('Their site');
    expect(site.commits()).toHaveLength(3);

    const summary = ['First.', '', 'Second.', '', 'Third.'];
    await page.getByLabel('Summary').fill(summary.join('\n'));
    await save(page);
    await expect.poll(() => site.commits()).toHaveLength(4);
    await tagline(page).fill('My second');
    await page.getByLabel('Summary').fill(summary.with(0, 'My first.').join('\n'));
    await saveElsewhere(page, {
      profile: {
        tagline: 'Their second',
        summary: summary.with(0, 'Their first.').with(4, 'Their third.').join('\n'),
      },
    });
    await save(page);
    const lines = dialog.getByRole('group', { name: 'Summary' });
    await expect(lines.locator('ins')).toHaveText([
      'My first.\n',
      'Their first.\n',
      'Their third.',
    ]);
    await dialog
      .getByRole('group', { name: 'Tagline' })
      .getByLabel('Edit', { exact: true })
      .check();
    await dialog.getByLabel('Tagline, edited').fill('Ours.');
    await settle();
    await expect(page.getByLabel('Summary')).toHaveValue('My first.\n\nSecond.\n\nTheir third.');
    await expect.poll(() => site.commits()).toHaveLength(6);
    expect(storedProfile(site)).toMatchObject({
      name: 'Their Name',
      tagline: 'Ours.',
      summary: 'My first.\n\nSecond.\n\nTheir third.',
    });
    expect(JSON.parse(site.git('show', 'main:site.json'))).toMatchObject({ title: 'Their site' });
  });
});

test.describe('what was typed before a crash', () => {
  test('is offered, compared, restored and merged with what was stored since', async ({
    page,
    site,
    context,
  }) => {
    await openAsAdmin(page);
    await typeTagline(page, 'Typed before the crash.');
    await saveElsewhere(page, { profile: { name: 'Stored Since' } });
    const again = await crash(page, context);
    const notice = again.getByText('You have unsaved changes from');
    await expect(notice.locator('time')).toHaveText(/\d{4}, \d{1,2}:\d{2}/);
    await expect(again.getByText('What is stored has changed since then.')).toBeVisible();
    await expect(tagline(again)).not.toHaveValue('Typed before the crash.');
    await again.getByText('Compare with what is stored now').click();
    await expect(again.getByText('Typed before the crash.')).toBeVisible();
    await expectAccessible(again);

    await again.getByRole('button', { name: 'Restore', exact: true }).click();
    await expect(notice).toBeHidden();
    await expect(tagline(again)).toHaveValue('Typed before the crash.');
    await save(again);
    await expect(again.getByText('Profile updated')).toBeVisible();
    expect(storedProfile(site)).toMatchObject({
      name: 'Stored Since',
      tagline: 'Typed before the crash.',
    });
    expect(site.commits()).toHaveLength(3);
    await again.reload();
    await expect(tagline(again)).toHaveValue('Typed before the crash.');
    await expect.poll(() => keptTaglines(again)).toEqual([]);
    await expect(notice).toBeHidden();
  });

  test('is not offered while its tab is open, and gone when it is discarded', async ({
    page,
    context,
  }) => {
    await openAsAdmin(page);
    await typeTagline(page, 'Still being typed.');
    const other = await context.newPage();
    await other.goto('/admin');
    await expect(tagline(other)).toHaveValue(/quiet, dependable/);
    await expect(other.getByText('You have unsaved changes from')).toBeHidden();
    await other.close();

    const again = await crash(page, context);
    await again.getByRole('button', { name: 'Discard' }).click();
    await expect(again.getByText('You have unsaved changes from')).toBeHidden();
    await expect.poll(() => keptTaglines(again)).toEqual([]);
    await again.reload();
    await expect(tagline(again)).toHaveValue(/quiet, dependable/);
    await expect(again.getByText('You have unsaved changes from')).toBeHidden();
  });
});

test('leaving asks, by link, by going on and by closing, only while something is unsaved', async ({
  page,
  site,
}) => {
  await openAsAdmin(page);
  const stay = page.getByRole('dialog', { name: 'Leave without saving?' });
  const staying = () => page.getByRole('button', { name: 'Stay on this page' }).click();
  await page.getByRole('link', { name: 'View site' }).click();
  await expect(page).toHaveURL('/');
  await page.goBack();

  await tagline(page).fill('Not saved yet.');
  await page.getByRole('link', { name: 'View site' }).click();
  await expect(stay).toBeVisible();
  await expectAccessible(page);
  await staying();
  await page.goForward();
  await expect(stay).toBeVisible();
  await staying();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(stay).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(stay).toBeHidden();
  const asked = page.waitForEvent('dialog');
  void page.close({ runBeforeUnload: true });
  await (await asked).dismiss();
  await expect(tagline(page)).toHaveValue('Not saved yet.');

  // What is typed while a save is under way stays, and is unsaved.
  await page.route('**/api/profile', async (route) => {
    await page.getByLabel('Title', { exact: true }).fill('Typed meanwhile.');
    await route.continue();
  });
  await page.getByLabel('Name', { exact: true }).fill('  Bea Example ');
  await save(page);
  await expect(page.getByText('Profile updated')).toBeVisible();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Bea Example');
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Typed meanwhile.');
  await expect(page.getByText('Unsaved changes')).toBeVisible();
  expect(storedProfile(site)).toMatchObject({ name: 'Bea Example', tagline: 'Not saved yet.' });
  await page.getByRole('link', { name: 'View site' }).click();
  await page.getByRole('button', { name: 'Leave without saving' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByText('Not saved yet.')).toBeVisible();
});
