import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { postFile } from './support/blog.ts';
import { pushElsewhere } from './support/push.ts';
import { fillLogin, openAsAdmin } from './support/sign-in.ts';
import { expect, test, type Site } from './support/site.ts';

const TIDES = postFile({ title: 'Tides', tags: ['Sea'] }, 'One\n\nTwo\n\nThree');

test.use({ content: { 'posts/tides.md': TIDES, 'posts/dunes.md': postFile({ title: 'Dunes' }) } });

const content = (page: Page) => page.getByLabel('Content', { exact: true });
const select = (page: Page, start: number, end: number) =>
  content(page).evaluate(
    (area: HTMLTextAreaElement, range) => {
      area.focus();
      area.setSelectionRange(...range);
    },
    [start, end] as const,
  );
const subject = (site: Site): string => site.git('log', '-1', '--format=%s', 'main').trim();
const sessionDialog = (page: Page) => page.getByRole('dialog', { name: 'Your session has ended' });

test('a new post shows what it lacks, and is created by one commit of one file', async ({
  page,
  site,
}) => {
  const create = page.getByRole('button', { name: 'Create blog' });

  await test.step('missing values are shown', async () => {
    await openAsAdmin(page, '/admin/blogs/new');
    await create.click();
    await expect(page.getByRole('alert').first()).toContainText('Title and content are required.');
    await expect(page.getByLabel('Title')).toHaveAttribute('aria-invalid', 'true');
    await expect(content(page)).toHaveAttribute('aria-invalid', 'true');
    await expectAccessible(page);
    await page.getByLabel('Title').fill('Low water');
    await create.click();
    await expect(page.getByLabel('Title')).not.toHaveAttribute('aria-invalid', 'true');
    await expect(content(page)).toHaveAttribute('aria-invalid', 'true');
  });

  await test.step('a failed save keeps the edits', async () => {
    await content(page).fill('Where the *boats* lie.');
    await page.getByLabel('Tags').fill(' Sea,, Moon ,');
    await page.getByRole('checkbox', { name: 'Hide from public website' }).check();
    await page.context().setOffline(true);
    await create.click();
    await expect(page.getByText('Failed to save posts')).toBeVisible();
    await expect(
      page.getByText('You are offline. Your text is kept in this browser.'),
    ).toBeVisible();
    await expect(content(page)).toHaveValue('Where the *boats* lie.');
    await page.context().setOffline(false);
    expect(site.commits()).toHaveLength(1);
  });

  await test.step('the save succeeds after signing in again', async () => {
    // At the server: a response on its way would bring back a cookie that is only cleared here.
    await page.request.post('/api/auth/logout');
    await create.click();
    await fillLogin(sessionDialog(page));
    await expect(page.getByText('Saved! Redirecting back to the list…')).toBeVisible();
    await expect(page).toHaveURL('/admin/blogs');
    await expect(page.getByRole('heading', { name: 'Low water' })).toContainText('Hidden');
    await expect(page.getByText('“Low water” saved')).toBeVisible();
    expect(site.commits()).toHaveLength(2);
    expect(subject(site)).toBe('Create post "Low water"');
  });

  const [path = ''] = site.git('show', '--name-only', '--format=', 'main').trim().split('\n');
  expect(path).toMatch(/^posts\/low-water\.md$/);
  const file = site.git('show', `main:${path}`);
  expect(file).toMatch(/^---\ntitle: Low water\n/);
  expect(file).toContain('hidden: true');
  expect(file).toMatch(/createdAt: "?20\d\d-/);
  expect(file.endsWith('\n\nWhere the *boats* lie.\n')).toBe(true);
  expect(file).toMatch(/Sea[\s\S]*Moon/);

  await test.step('it is planned for a local time, which can be taken back', async () => {
    const id = path.slice('posts/'.length, -'.md'.length);
    const publishOn = page.getByLabel('Publish on');
    const save = async () => {
      await page.getByRole('button', { name: 'Save changes' }).click();
      await expect(page).toHaveURL('/admin/blogs');
    };
    await page.goto(`/admin/blogs/${id}/edit`);
    await page.getByRole('checkbox', { name: 'Hide from public website' }).uncheck();
    const zone = await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
    await expect(publishOn).toHaveAccessibleDescription(
      `In the time zone ${zone}. Empty means now.`,
    );
    await publishOn.fill('2131-12-01T09:30');
    await expect(page.getByLabel('Date', { exact: true })).toHaveValue(
      /^20\d\d-\d\d-\d\dT\d\d:\d\d$/,
    );
    await save();
    const row = page.getByRole('heading', { name: 'Low water' });
    await expect(row).toContainText(/Planned for 1 Dec 2131.* 09:30/);
    expect(subject(site)).toMatch(/^Plan post "Low water" for .* 2131, \d\d:\d\d UTC$/);
    const planned = new Date('2131-12-01T09:30').toISOString();
    expect(site.git('show', `main:${path}`)).toContain(`publishDate: ${planned}`);
    await page.goto(`/admin/blogs/${id}/edit`);
    await expect(publishOn).toHaveValue('2131-12-01T09:30');
    await publishOn.fill('');
    await save();
    await expect(row).toHaveText('Low water');
    expect(subject(site)).toBe('Publish post "Low water"');
  });
});

test('a save changes only the edited parts of a post, and asks about concurrent ones', async ({
  page,
  site,
}) => {
  const stored = () => site.git('show', 'main:posts/tides.md');
  const editElsewhere = async (text: string) => {
    const response = await page.request.get('/api/content');
    const { posts } = (await response.json()) as { posts: { id: string; content: string }[] };
    const changed = posts.map((post) => (post.id === 'tides' ? { ...post, content: text } : post));
    await page.request.put('/api/posts', { data: changed });
  };

  await test.step('an edit changes its own lines', async () => {
    await openAsAdmin(page, '/admin/blogs/tides/edit');
    await expect(page.getByLabel('Title')).toHaveValue('Tides');
    await expect(page.getByLabel('Tags')).toHaveValue('Sea');
    await content(page).fill('One\n\nTwo, and more\n\nThree');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByText('Saved! Redirecting back to the list…')).toBeVisible();
    await expect(page).toHaveURL('/admin/blogs');
    const message = page.getByRole('group', { name: 'Last change' });
    await expect(message.getByRole('link', { name: 'View on site' })).toHaveAttribute(
      'href',
      '/blogs/tides',
    );
    expect(subject(site)).toBe('Update post "Tides"');
    expect(site.commits()).toHaveLength(2);
    const diff = site.git('diff', '--unified=0', 'main~1', 'main');
    const lines = diff.split('\n').filter((line) => /^[-+](?![-+])/.test(line));
    expect(lines.filter((line) => !line.includes('updatedAt'))).toEqual(['-Two', '+Two, and more']);
  });

  await test.step('a change of the same line elsewhere is a conflict, in which mine can be kept', async () => {
    await page.goto('/admin/blogs/tides/edit');
    await content(page).fill('One\n\nTwo, mine\n\nThree, mine');
    await editElsewhere('One\n\nTwo, theirs\n\nThree');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByRole('dialog').locator('ins')).toHaveText(['mine', 'theirs']);
    expect(stored()).toContain('Two, theirs');
    await page.getByRole('button', { name: 'Save my choice' }).click();
    await expect(page).toHaveURL('/admin/blogs');
    expect(stored()).toContain('One\n\nTwo, mine\n\nThree, mine\n');
  });

  await test.step('a description is saved', async () => {
    await page.goto('/admin/blogs/tides/edit');
    await page.getByLabel('Description').fill('Six days by the sea');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page).toHaveURL('/admin/blogs');
    expect(subject(site)).toBe('Update post "Tides": description');
  });
});

test('the keyboard shortcut saves a post and stays, the button returns to the list', async ({
  page,
  site,
}) => {
  await page.clock.install();
  await openAsAdmin(page, '/admin/blogs/new');
  const smallEdit = page.getByLabel('Small edit: keep its place in the lists');
  await expect(smallEdit).toBeHidden();
  // A title has one line; Enter leads from it to the text.
  await page.getByLabel('Title').fill('Low\nwater');
  await page.getByLabel('Title').press('Enter');
  await expect(page.getByLabel('Title')).toHaveValue('Low water');
  await page.keyboard.type('Boats');
  await select(page, 2, 4);
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  expect(subject(site)).toBe('Create post "Low water"');

  await test.step('the page gets the address of the post, and everything else stays', async () => {
    await expect(page).toHaveURL(/\/admin\/blogs\/low-water\/edit$/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Edit post');
    await expect(content(page)).toBeFocused();
    expect(
      await content(page).evaluate((element: HTMLTextAreaElement) => [
        element.selectionStart,
        element.selectionEnd,
      ]),
    ).toEqual([2, 4]);
    await page.keyboard.press('Control+z');
    await expect(content(page)).not.toHaveValue('Boats');
    await page.keyboard.press('Control+Shift+z');
    await expect(content(page)).toHaveValue('Boats');
  });
  await expect(page.getByText(/^Saved \d\d:\d\d$/)).toBeVisible();
  await expect(page.getByRole('link', { name: 'View on site' })).toBeVisible();
  await smallEdit.check();
  await expect(page.getByText('Unsaved changes')).toBeHidden();
  await content(page).fill('Boats, and mud');
  await expect(page.getByText(/^Saved \d\d:\d\d$/)).toBeHidden();
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  expect(subject(site)).toBe('Update post "Low water"');
  expect(site.git('diff', 'main~', 'main')).not.toMatch(/^[-+]updatedAt/m);
  await expect(smallEdit).not.toBeChecked();
  await page.clock.fastForward(5000);
  await expect(content(page)).toHaveValue('Boats, and mud');
  await content(page).fill('Boats, mud, and gulls');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page).toHaveURL('/admin/blogs');
  expect(site.commits()).toHaveLength(4);
  expect(site.git('diff', 'main~', 'main')).toMatch(/^\+updatedAt/m);

  await test.step('a reload shows the saved post, and the next new post is blank', async () => {
    await page.getByRole('link', { name: 'Create new blog' }).click();
    await page.getByLabel('Title').fill('High water');
    await content(page).fill('Ships');
    await page.keyboard.press('Control+s');
    await expect(page).toHaveURL(/\/admin\/blogs\/high-water\/edit$/);
    await page.reload();
    await expect(page.getByLabel('Title')).toHaveValue('High water');
    await expect(content(page)).toHaveValue('Ships');
    await page.getByRole('link', { name: 'Back to blogs' }).click();
    await page.getByRole('link', { name: 'Create new blog' }).click();
    await expect(page.getByLabel('Title')).toHaveValue('');
  });
});

test('the address of a post follows its title, and can be changed', async ({ page, site }) => {
  const address = page.getByLabel('Address', { exact: true });
  const dialog = page.getByRole('dialog', { name: 'Change address' });
  const change = page.getByRole('button', { name: 'Change address' });

  await test.step('a new post has the words of its title, or what is typed', async () => {
    await openAsAdmin(page, '/admin/blogs/new');
    await page.getByLabel('Title').fill('Dunes');
    await expect(address).toHaveValue(/^dunes-\w{4}$/);
    await page.getByLabel('Title').fill('Dunes at Night');
    await expect(address).toHaveValue('dunes-at-night');
    await content(page).fill('See [tides](/blogs/tides).');
    await address.fill('Tides');
    await page.keyboard.press('Control+s');
    await expect(page.getByRole('alert')).toHaveText('Another post has this id already');
    await expect(address).toHaveAttribute('aria-invalid', 'true');
    await address.fill('night');
    await page.keyboard.press('Control+s');
    await expect(page).toHaveURL('/admin/blogs/night/edit');
    await expect(change).toBeEnabled();
  });

  await test.step('a stored post is moved by one commit, and its form goes on', async () => {
    await openAsAdmin(page, '/admin/blogs/tides/edit');
    await content(page).fill('One');
    await expect(change).toBeDisabled();
    await expect(page.getByText('Save your changes first')).toBeVisible();
    await page.keyboard.press('Control+s');
    await change.click();
    await expect(address).toBeFocused();
    await address.fill('night');
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('alert')).toHaveText('Another post has this id already');
    await address.fill('ebb');
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL('/admin/blogs/ebb/edit');
    await expect(page.getByText('/blogs/ebb', { exact: false }).first()).toBeVisible();
    expect(subject(site)).toBe('Move post "Tides" to /blogs/ebb');
    expect(site.git('show', 'main:posts/night.md')).toContain('[tides](/blogs/ebb)');
    await content(page).fill('One, two');
    await page.keyboard.press('Control+s');
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    expect(site.git('show', 'main:posts/ebb.md')).toContain('One, two');
    expect(site.commits()).toHaveLength(5);
  });

  await test.step('the old addresses lead on', async () => {
    for (const [old, now] of [
      ['/admin/blogs/tides', '/admin/blogs/ebb'],
      ['/admin/blogs/tides/edit', '/admin/blogs/ebb/edit'],
    ] as const) {
      await page.goto(old);
      await expect(page).toHaveURL(now);
    }
    await expect(page.getByLabel('Title')).toHaveValue('Tides');
  });
});

test('edits made during or after a save keep the editor open and can be saved', async ({
  page,
  site,
}) => {
  await page.clock.install();
  await openAsAdmin(page, '/admin/blogs/tides/edit');
  await content(page).fill('One');
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Saved! Redirecting back to the list…')).toBeVisible();
  await content(page).press('x');
  await content(page).press('Backspace');
  await expect(page.getByText('Saved! Redirecting back to the list…')).toBeHidden();
  await page.clock.fastForward(5000);
  await page.clock.resume();
  await expect(page).toHaveURL('/admin/blogs/tides/edit');

  await page.getByLabel('Small edit').check();
  await page.route(
    '**/api/posts/*',
    async (route) => {
      await content(page).fill('One, typed during the save');
      await page.keyboard.press('Control+s');
      await route.continue();
    },
    { times: 1 },
  );
  await content(page).fill('One, and more');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect.poll(() => site.commits().length).toBe(4);
  expect(site.git('show', 'main:posts/tides.md')).toContain('One, typed during the save');
  expect(site.commits()).toHaveLength(4);
  expect(site.git('diff', 'main~2', 'main')).not.toMatch(/^[-+]updatedAt/m);
});

test('a lost response creates no second post, and a post deleted elsewhere can be restored', async ({
  page,
  site,
}) => {
  await test.step('a lost response, and the same save again', async () => {
    await openAsAdmin(page, '/admin/blogs/new');
    await page.getByLabel('Title').fill('Low water');
    await content(page).fill('Boats');
    await page.route('**/api/posts/*', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await page.getByRole('button', { name: 'Create blog' }).click();
    await expect(page.getByText('Failed to save posts')).toBeVisible();
    expect(subject(site)).toBe('Create post "Low water"');
    await page.unroute('**/api/posts/*');
    await page.getByRole('button', { name: 'Create blog' }).click();
    await expect(page).toHaveURL('/admin/blogs');
    await expect(page.getByRole('heading', { name: 'Low water' })).toHaveCount(1);
    expect(site.commits()).toHaveLength(2);
  });

  await test.step('a post that was deleted elsewhere', async () => {
    await page.goto('/admin/blogs/tides/edit');
    await content(page).fill('Mine');
    await page.request.delete('/api/posts/tides');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByText('This post was deleted elsewhere in the meantime.')).toBeVisible();
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(content(page)).toHaveValue('Mine');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page).toHaveURL('/admin/blogs');
    expect(subject(site)).toBe('Create post "Tides"');
    expect(site.git('show', 'main:posts/tides.md')).toMatch(/title: Tides[\s\S]*\n\nMine\n$/);
  });
});

test('the toolbar and its keys format the selection, and undo reverts it', async ({ page }) => {
  await openAsAdmin(page, '/admin/blogs/new');
  await content(page).pressSequentially('the low water');

  await test.step('what was typed in one go is undone at once', async () => {
    await page.keyboard.press('Control+z');
    await expect(content(page)).toHaveValue('');
    await page.keyboard.press('Control+Shift+z');
    await expect(content(page)).toHaveValue('the low water');
  });

  await test.step('keys', async () => {
    await select(page, 4, 7);
    await page.keyboard.press('Control+b');
    await expect(content(page)).toHaveValue('the **low** water');
    await page.keyboard.press('Control+i');
    await expect(content(page)).toHaveValue('the **_low_** water');
    await page.keyboard.press('Control+z');
    await expect(content(page)).toHaveValue('the **low** water');
    await page.keyboard.press('Control+z');
    await expect(content(page)).toHaveValue('the low water');
    await select(page, 4, 7);
    await page.keyboard.press('Control+k');
    await expect(content(page)).toHaveValue('the [low](https://) water');
    await page.keyboard.press('Control+z');
  });

  await test.step('buttons', async () => {
    for (const [name, text] of [
      ['Bold', '**the low water**'],
      ['Italic', '_the low water_'],
      ['Link', '[the low water](https://)'],
      ['Heading', '## the low water'],
      ['List', '- the low water'],
      ['Quote', '> the low water'],
      ['Code', '`the low water`'],
    ] as const) {
      await select(page, 0, 13);
      await page.getByRole('button', { name, exact: true }).click();
      await expect(content(page)).toHaveValue(text);
      await expect(content(page)).toBeFocused();
      await page.keyboard.press('Control+z');
      await expect(content(page)).toHaveValue('the low water');
    }
  });
});

test('lists and pasting write Markdown that undo reverts', async ({ page, context, site }) => {
  const undoTo = async (text: string) => {
    await page.keyboard.press('Control+z');
    await expect(content(page)).toHaveValue(text);
  };
  const paste = async (copied: Record<string, string>) => {
    await page.evaluate(async (types) => {
      const items: Record<string, Blob> = {};
      for (const [type, text] of Object.entries(types)) items[type] = new Blob([text], { type });
      await navigator.clipboard.write([new ClipboardItem(items)]);
    }, copied);
    await page.keyboard.press('Control+v');
  };
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openAsAdmin(page, '/admin/blogs/new');
  await content(page).focus();

  await test.step('Enter and Tab in a list', async () => {
    await page.keyboard.type('- tea\nmilk');
    await expect(content(page)).toHaveValue('- tea\n- milk');
    await page.keyboard.press('Tab');
    await expect(content(page)).toHaveValue('- tea\n  - milk');
    await undoTo('- tea\n- milk');
    await content(page).press('End');
    await page.keyboard.type('\n\n> low\nwater');
    await expect(content(page)).toHaveValue('- tea\n- milk\n\n> low\n> water');
  });

  await test.step('Tab indents in a list, and leaves the text after Esc', async () => {
    await page.keyboard.press('Tab');
    await expect(content(page)).not.toBeFocused();
    await select(page, 9, 9);
    await page.keyboard.press('Tab');
    await expect(content(page)).toBeFocused();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    await expect(content(page)).not.toBeFocused();
  });

  await test.step('pasting an address over text, a table, and formatted text', async () => {
    await content(page).fill('the tide');
    await select(page, 4, 8);
    await paste({ 'text/plain': 'https://example.com/tide' });
    await expect(content(page)).toHaveValue('the [tide](https://example.com/tide)');
    await undoTo('the tide');
    await content(page).press('End');
    const row = (one: string, other: string) => `<tr><td>${one}</td><td>${other}</td></tr>`;
    const html = `<table>${row('Day', 'Tide')}${row('Mon', 'low')}</table>`;
    await paste({ 'text/html': html, 'text/plain': 'Day\tTide\nMon\tlow' });
    const table = '| Day | Tide |\n| --- | ---- |\n| Mon | low  |';
    await expect(content(page)).toHaveValue(`the tide\n\n${table}\n\n`);
    await undoTo('the tide');
    await paste({ 'text/html': ' is <b>low</b>', 'text/plain': ' is low' });
    await expect(content(page)).toHaveValue(/^the tide ?is \*\*low\*\*$/);
  });

  await test.step('/ at the start of a line inserts blocks and links, which undo reverts', async () => {
    await content(page).fill('');
    await page.keyboard.type('and/or\n/tab');
    await expect(page.getByRole('combobox', { name: 'Content' })).toBeFocused();
    await expect(page.getByRole('option')).toHaveText(['Table']);
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await expect(content(page)).toHaveValue(/^and\/or\n\n\| Column \| Column \|\n/);
    await undoTo('and/or\n/tab');
    await content(page).fill('');
    await page.keyboard.type('/tid');
    await page.getByRole('option', { name: 'Link to “Tides”' }).click();
    await expect(content(page)).toHaveValue('[Tides](/blogs/tides)');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Link to a post' }).click();
    await page.getByLabel('Search').fill('dun');
    await page.getByRole('button', { name: 'Dunes' }).click();
    await expect(content(page)).toHaveValue('[Tides](/blogs/tides)\n[Dunes](/blogs/dunes)');
    await expect(page.getByRole('textbox', { name: 'Content' })).toBeFocused();
  });

  await test.step('tags of other posts are suggested', async () => {
    const tags = page.getByLabel('Tags', { exact: true });
    await tags.pressSequentially('Maps, se');
    await expect(page.getByRole('option', { name: 'Sea' })).toBeVisible();
    await tags.press('ArrowDown');
    // The choice stays when the posts are loaded again.
    await pushElsewhere(site, { 'profile.json': '{ "name": "Grace" }\n' });
    const loaded = page.waitForResponse(/\/api\/content/);
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await (await loaded).finished();
    await expect(page.getByRole('option', { name: 'Sea', selected: true })).toBeVisible();
    await tags.press('Enter');
    await expect(tags).toHaveValue('Maps, Sea, ');
    await expect(page.getByRole('textbox', { name: 'Tags' })).toBeFocused();
  });
});

test('a long text grows between its toolbar and the save bar, which cover neither caret nor fields', async ({
  page,
}) => {
  const toolbar = page.getByRole('group', { name: 'Formatting' });
  const bar = page.getByRole('button', { name: 'Create blog' }).locator('xpath=..');
  const boxOf = async (locator: Locator) => {
    const { y, height } = (await locator.boundingBox()) ?? { y: 0, height: 0 };
    return { top: y, bottom: y + height };
  };
  /** The bottom of the text's last line, where the caret is. */
  const endOfText = async () => (await boxOf(content(page))).bottom - 12;

  await page.setViewportSize({ width: 390, height: 740 });
  await openAsAdmin(page, '/admin/blogs/new');
  await content(page).fill(Array.from({ length: 60 }, (_, line) => `Line ${line}`).join('\n'));

  await test.step('at the end of the text the caret is above the save bar', async () => {
    await content(page).press('Control+End');
    await page.keyboard.type('\nOne\nTwo\n');
    await expect(async () => {
      expect(
        await content(page).evaluate((element) => element.scrollHeight - element.clientHeight),
      ).toBe(0);
      expect(await endOfText()).toBeLessThanOrEqual((await boxOf(bar)).top);
      expect((await boxOf(bar)).bottom).toBe(740);
      expect((await boxOf(toolbar)).top).toBe(0);
    }).toPass({ timeout: 10_000 });
  });

  await test.step('at the start it is below the toolbar', async () => {
    await page.evaluate(() => scrollBy({ top: -300, behavior: 'instant' }));
    await content(page).press('Control+Home');
    await page.keyboard.type('First');
    await expect(async () => {
      const { bottom } = await boxOf(toolbar);
      expect((await boxOf(content(page))).top).toBeGreaterThanOrEqual(bottom);
    }).toPass({ timeout: 10_000 });
  });

  await test.step('no field that Tab focuses is below the save bar', async () => {
    for (const label of ['Tags', 'Hide from public website']) {
      await page.keyboard.press('Tab');
      await expect(page.getByLabel(label)).toBeFocused();
      await expect(async () => {
        expect((await boxOf(page.getByLabel(label))).bottom).toBeLessThan((await boxOf(bar)).top);
      }).toPass({ timeout: 10_000 });
    }
  });
});

test('the preview shows the post as visitors will see it, in a dialog and beside the text', async ({
  page,
}) => {
  await test.step('in a dialog', async () => {
    await openAsAdmin(page, '/admin/blogs/new');
    await page.getByLabel('Title').fill('Low water');
    await content(page).fill(
      '---\ntitle: Pasted\n---\n\n# Boats\n\n~~gone~~\n<script>bad()</script>',
    );
    await page.getByLabel('Tags').fill('Sea, Moon');
    await page.getByRole('button', { name: 'Preview' }).click();
    const dialog = page.getByRole('dialog', { name: 'Preview' });
    await expect(dialog.locator('.prose del')).toHaveText('gone');
    await expect(dialog.getByRole('heading', { name: 'Low water' })).toBeVisible();
    await expect(dialog.getByRole('listitem')).toHaveText(['Sea', 'Moon']);
    await expect(dialog.getByRole('term')).toHaveText(['Published', 'Reading time']);
    await expect(dialog.getByRole('definition')).toHaveText([/20\d\d/, '1 minute']);
    // The title was typed, so the front matter stays in the text.
    await expect(dialog.locator('.prose')).not.toContainText('title: Pasted');
    await expect(dialog).toContainText(
      'The front matter in the text stays there and is not shown on the site, because the field for its title is filled in already.',
    );
    await expect(dialog.locator('script')).toHaveCount(0);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('button', { name: 'Preview' })).toBeFocused();
  });

  await test.step('beside the text while typing', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByLabel('Side-by-side preview').click();
    const preview = page.getByRole('region', { name: 'Preview' });
    await expect(preview.locator('.prose')).toContainText('Boats');
    const leftOf = async (locator: Locator) => (await locator.boundingBox())?.x;
    const back = page.getByRole('link', { name: 'Back to blogs' });
    await expect(async () => {
      expect(await leftOf(content(page))).toBe(await leftOf(back));
    }).toPass({ timeout: 10_000 });
    await content(page).fill('Something *else*');
    await expect(preview.locator('.prose em')).toHaveText('else');
    await expect(page.getByText('2 words · 1 min read')).toBeVisible();
    await content(page).fill('&copy; &ouml; &amp;lt;');
    await expect(preview.locator('.prose')).toHaveText('© ö &lt;');
  });

  await test.step('at the heading above the caret, and in the width of a phone', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    const lines = (name: string) => Array.from({ length: 60 }, (_, line) => `${name} ${line}\n`);
    const code = ['```', '# low', '```'];
    const text = ['# Low', ...code, ...lines('low'), '# High', ...lines('high')];
    await content(page).fill(text.join('\n'));
    const preview = page.getByRole('region', { name: 'Preview' });
    await expect(preview.getByText('high 59')).toBeAttached();
    await content(page).press('Control+End');
    await content(page).press('ArrowLeft');
    await expect(preview.getByRole('heading', { name: 'High' })).toBeInViewport();
    await expect(preview.getByText('high 0')).toBeInViewport();
    await content(page).press('Control+Home');
    await expect(preview.getByText('low 0')).toBeInViewport();
    await preview.getByRole('button', { name: 'Phone' }).click();
    const post = preview.getByRole('group', { name: 'Post' });
    await expect.poll(async () => (await post.boundingBox())?.width).toBe(390);
  });
});

test('front matter in the text is announced, and may hold the title', async ({ page, site }) => {
  const taken = page.getByText('Taken from the front matter in the text: title, tags, date.');
  await openAsAdmin(page, '/admin/blogs/new');
  await content(page).fill(
    '---\ntitle: Low water\ntags: [Sea, Moon]\ndate: 2024-01-31\n---\n\nBoats.',
  );

  await test.step('before the save, in the form and in the preview', async () => {
    const notice = 'Taken from the front matter in the text when you save: title, tags, date.';
    const form = page.locator('form');
    await expect(form.getByText(notice)).toBeVisible();
    await content(page).press('End');
    await content(page).pressSequentially(' Ships.');
    await expect(form.getByText(notice)).toBeVisible();
    await page.getByRole('button', { name: 'Preview' }).click();
    const preview = page.getByRole('dialog', { name: 'Preview' });
    await expect(preview.getByText(notice)).toBeVisible();
    await expect(preview.getByRole('listitem')).toHaveText(['Sea', 'Moon']);
    await expect(preview.getByText('31 January 2024')).toBeVisible();
    await expect(preview.locator('.prose')).toHaveText('Boats. Ships.');
    await page.keyboard.press('Escape');
    await expect(preview).toBeHidden();

    const tags = page.getByRole('textbox', { name: 'Tags' });
    await tags.fill('Other');
    await expect(form.getByText(notice)).toBeHidden();
    await tags.fill('');
    await expect(form.getByText(notice)).toBeVisible();
  });

  await page.getByRole('button', { name: 'Create blog' }).click();
  await expect(taken).toBeVisible();
  await expect(page.getByLabel('Title')).toHaveValue('Low water');
  await expect(page.getByLabel('Tags')).toHaveValue('Sea, Moon');
  await expect(content(page)).toHaveValue('Boats. Ships.');
  await expect(page).toHaveURL('/admin/blogs');
  await expect(taken).toBeVisible();
  const path = site.git('diff', '--name-only', 'main~', 'main').trim();
  expect(site.git('show', `main:${path}`)).toMatch(/tags:\n {2}- Sea\n {2}- Moon\n/);
  expect(subject(site)).toBe('Create post "Low water"');
});
