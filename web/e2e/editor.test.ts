import type { Locator } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { postFile } from './support/blog.ts';
import {
  content,
  saveAndReturn,
  saveInPlace,
  savePost,
  selectText,
  selection,
} from './support/post-form.ts';
import { loseResponses } from './support/requests.ts';
import { fillLogin, openAsAdmin, sessionDialog } from './support/sign-in.ts';
import { expect, test } from './support/site.ts';

const TIDES = postFile({ title: 'Tides', tags: ['Sea'] }, 'One\n\nTwo\n\nThree');

test.use({ content: { 'posts/tides.md': TIDES, 'posts/dunes.md': postFile({ title: 'Dunes' }) } });

test('a new post shows what it lacks, and is created by one commit', async ({ page, site }) => {
  await test.step('missing values are shown', async () => {
    await openAsAdmin(page, '/admin/blogs/new');
    await savePost(page);
    await expect(page.getByRole('alert').first()).toContainText('Title and content are required.');
    await expect(page.getByLabel('Title')).toHaveAttribute('aria-invalid', 'true');
    await expect(content(page)).toHaveAttribute('aria-invalid', 'true');
    await expectAccessible(page);
    await page.getByLabel('Title').fill('Low water');
    await savePost(page);
    await expect(page.getByLabel('Title')).not.toHaveAttribute('aria-invalid', 'true');
    await expect(content(page)).toHaveAttribute('aria-invalid', 'true');
  });

  await test.step('a failed save keeps the edits', async () => {
    await content(page).fill('Where the *boats* lie.');
    await page.getByLabel('Tags').fill(' Sea,, Moon ,');
    await page.getByRole('checkbox', { name: 'Hide from public website' }).check();
    await page.context().setOffline(true);
    await savePost(page);
    await expect(page.getByText('Failed to save posts')).toBeVisible();
    await expect(page.getByText('You are offline. Your text is kept')).toBeVisible();
    await expect(content(page)).toHaveValue('Where the *boats* lie.');
    await page.context().setOffline(false);
    expect(site.commits()).toHaveLength(1);
  });

  await test.step('the save succeeds after signing in again', async () => {
    // At the server: a response on its way would bring back a cookie that is only cleared here.
    await page.request.post('/api/auth/logout');
    await savePost(page);
    await fillLogin(sessionDialog(page));
    await expect(page.getByText('Saved! Redirecting back to the list…')).toBeVisible();
    await expect(page).toHaveURL('/admin/blogs');
    await expect(page.getByRole('heading', { name: 'Low water' })).toContainText('Hidden');
    await expect(page.getByText('“Low water” saved')).toBeVisible();
    expect(site.commits()).toHaveLength(2);
  });

  const path = 'posts/low-water.md';
  expect(site.file(path)).toMatch(
    /^---\ntitle: Low water\n[^]*Sea[^]*Moon[^]*hidden: true\n[^]*\n\nWhere the \*boats\* lie\.\n$/,
  );

  await test.step('it is planned for a local time, which can be taken back', async () => {
    const publishOn = page.getByLabel('Publish on');
    await page.goto('/admin/blogs/low-water/edit');
    await page.getByRole('checkbox', { name: 'Hide from public website' }).uncheck();
    await expect(publishOn).toHaveAccessibleDescription(
      /^In the time zone .+\. Empty means now\.$/,
    );
    await publishOn.fill('2131-12-01T09:30');
    await savePost(page);
    const row = page.getByRole('heading', { name: 'Low water' });
    await expect(row).toContainText(/Planned for 1 Dec 2131.* 09:30/);
    const planned = new Date('2131-12-01T09:30').toISOString();
    expect(site.file(path)).toContain(`publishDate: ${planned}`);
    await page.goto('/admin/blogs/low-water/edit');
    await expect(publishOn).toHaveValue('2131-12-01T09:30');
    await publishOn.fill('');
    await saveInPlace(page);
    expect(site.subject()).toBe('Publish post "Low water"');
  });
});

test('the shortcut saves and stays, the button returns to the list', async ({ page, site }) => {
  await page.clock.install();
  await openAsAdmin(page, '/admin/blogs/new');
  const smallEdit = page.getByLabel('Small edit: keep its place in the lists');
  await expect(smallEdit).toBeHidden();
  // A title has one line; Enter leads from it to the text.
  await page.getByLabel('Title').fill('Low\nwater');
  await page.getByLabel('Title').press('Enter');
  await expect(page.getByLabel('Title')).toHaveValue('Low water');
  await page.keyboard.type('Boats');
  await selectText(page, 2, 4);
  await saveInPlace(page);

  await expect(page).toHaveURL(/\/admin\/blogs\/low-water\/edit$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Edit post');
  await expect(content(page)).toBeFocused();
  expect(await selection(page)).toEqual([2, 4]);
  await page.keyboard.press('Control+z');
  await expect(content(page)).not.toHaveValue('Boats');
  await page.keyboard.press('Control+Shift+z');
  await expect(content(page)).toHaveValue('Boats');
  await page.clock.fastForward(3000);
  await expect(page.getByText(/^Saved \d\d:\d\d$/)).toBeVisible();
  await expect(page.getByRole('link', { name: 'View on site' })).toBeVisible();
  await smallEdit.check();
  await expect(page.getByText('Unsaved changes')).toBeHidden();
  await content(page).fill('Boats, and mud');
  await expect(page.getByText(/^Saved \d\d:\d\d$/)).toBeHidden();
  await saveInPlace(page);
  expect(site.git('diff', 'main~', 'main')).not.toMatch(/^[-+]updatedAt/m);
  await expect(smallEdit).not.toBeChecked();
  await page.clock.fastForward(5000);
  await expect(content(page)).toHaveValue('Boats, and mud');
  await content(page).fill('Boats, mud, and gulls');
  await saveAndReturn(page);
  const onSite = page.getByRole('group', { name: 'Last change' }).getByRole('link');
  await expect(onSite).toHaveAttribute('href', '/blogs/low-water');
  expect(site.commits()).toHaveLength(4);
  expect(site.git('diff', 'main~', 'main')).toMatch(/^\+updatedAt/m);
  expect(site.file('posts/low-water.md')).toMatch(/\nBoats, mud, and gulls\n$/);

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
    await expect(address).toBeHidden();
    await page.getByText('/blogs/dunes-at-night · change').click();
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
    expect(site.file('posts/night.md')).toContain('[tides](/blogs/ebb)');
    await content(page).fill('One, two');
    await saveInPlace(page);
    expect(site.file('posts/ebb.md')).toContain('One, two');
    expect(site.commits()).toHaveLength(5);
  });

  for (const form of ['', '/edit']) {
    await page.goto(`/admin/blogs/tides${form}`);
    await expect(page).toHaveURL(`/admin/blogs/ebb${form}`);
  }
  await expect(page.getByLabel('Title')).toHaveValue('Tides');
});

test('edits made during or after a save keep the editor open', async ({ page, site }) => {
  await page.clock.install();
  await openAsAdmin(page, '/admin/blogs/tides/edit');
  await content(page).fill('One');
  await page.clock.pauseAt(Date.now() + 60_000);
  await savePost(page);
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
  await savePost(page);
  await expect.poll(() => site.commits().length).toBe(4);
  expect(site.file('posts/tides.md')).toContain('One, typed during the save');
  expect(site.git('diff', 'main~2', 'main')).not.toMatch(/^[-+]updatedAt/m);
});

test('neither a lost response nor a deletion elsewhere loses a post', async ({ page, site }) => {
  await openAsAdmin(page, '/admin/blogs/new');
  await page.getByLabel('Title').fill('Low water');
  await content(page).fill('Boats');
  await loseResponses(page, '**/api/posts/*');
  await savePost(page);
  await expect(page.getByText('Failed to save posts')).toBeVisible();
  expect(site.subject()).toBe('Create post "Low water"');
  await page.unroute('**/api/posts/*');
  await saveInPlace(page);
  expect(site.commits()).toHaveLength(2);

  await page.goto('/admin/blogs/tides/edit');
  await content(page).fill('Mine');
  await page.request.delete('/api/posts/tides');
  await savePost(page);
  await expect(page.getByText('This post was deleted elsewhere in the meantime.')).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
  await saveInPlace(page);
  expect(site.file('posts/tides.md')).toMatch(/title: Tides[\s\S]*\n\nMine\n$/);
});

test('the toolbar and its keys format the selection, and undo reverts it', async ({ page }) => {
  const text = 'the low water';
  await openAsAdmin(page, '/admin/blogs/new');
  await content(page).pressSequentially(text);
  // What was typed in one go is undone at once.
  await page.keyboard.press('Control+z');
  await expect(content(page)).toHaveValue('');
  await page.keyboard.press('Control+Shift+z');
  for (const [name, key, formatted] of [
    ['Bold', 'Control+b', `**${text}**`],
    ['Italic', 'Control+i', `_${text}_`],
    ['Link', 'Control+k', `[${text}](https://)`],
    ['Heading', undefined, `## ${text}`],
    ['List', undefined, `- ${text}`],
    ['Quote', undefined, `> ${text}`],
    ['Code', undefined, `\`${text}\``],
  ] as const) {
    const click = () => page.getByRole('button', { name, exact: true }).click();
    for (const format of [click, ...(key ? [() => page.keyboard.press(key)] : [])]) {
      await expect(content(page)).toHaveValue(text);
      await selectText(page, 0, text.length);
      await format();
      await expect(content(page)).toHaveValue(formatted);
      await expect(content(page)).toBeFocused();
      await page.keyboard.press('Control+z');
    }
  }
});

test('lists, pasting and / write Markdown that undo reverts', async ({ page, context, site }) => {
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

  await page.keyboard.type('- tea\nmilk');
  await expect(content(page)).toHaveValue('- tea\n- milk');
  await page.keyboard.press('Tab');
  await expect(content(page)).toHaveValue('- tea\n  - milk');
  await undoTo('- tea\n- milk');
  await content(page).press('End');
  await page.keyboard.type('\n\n> low\nwater');
  await expect(content(page)).toHaveValue('- tea\n- milk\n\n> low\n> water');

  await test.step('Tab indents in a list, and leaves the text after Esc', async () => {
    await page.keyboard.press('Tab');
    await expect(content(page)).not.toBeFocused();
    await selectText(page, 9, 9);
    await page.keyboard.press('Tab');
    await expect(content(page)).toBeFocused();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    await expect(content(page)).not.toBeFocused();
  });

  await test.step('pasting an address over text, a table, and formatted text', async () => {
    await content(page).fill('the tide');
    await selectText(page, 4, 8);
    await paste({ 'text/plain': 'https://example.com/tide' });
    await expect(content(page)).toHaveValue('the [tide](https://example.com/tide)');
    await undoTo('the tide');
    await content(page).press('End');
    await paste({ 'text/html': '<table><tr><td>Day</td></tr></table>', 'text/plain': 'Day\tTide' });
    await expect(content(page)).toHaveValue(/^the tide\n\n\| Day \|\n\| --- \|\n\n$/);
    await undoTo('the tide');
    await paste({ 'text/html': ' is <b>low</b>', 'text/plain': ' is low' });
    await expect(content(page)).toHaveValue(/^the tide ?is \*\*low\*\*$/);
  });

  await test.step('/ at the start of a line inserts blocks and links, which undo reverts', async () => {
    await content(page).fill('');
    await page.keyboard.type('and/or\n/tab');
    await expect(page.getByRole('combobox', { name: 'Content' })).toBeFocused();
    await expect(page.getByRole('listbox').getByRole('option')).toHaveText(['Table']);
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
    await site.push({ 'profile.json': '{ "name": "Grace" }\n' });
    const loaded = page.waitForResponse(/\/api\/content/);
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await (await loaded).finished();
    await expect(page.getByRole('option', { name: 'Sea', selected: true })).toBeVisible();
    await tags.press('Enter');
    await expect(tags).toHaveValue('Maps, Sea, ');
    await expect(page.getByRole('textbox', { name: 'Tags' })).toBeFocused();
  });
});

test('neither toolbar nor save bar covers the caret in a long text', async ({ page }) => {
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

  for (const label of ['Tags', 'Hide from public website']) {
    await page.keyboard.press('Tab');
    await expect(page.getByLabel(label)).toBeFocused();
    await expect(async () => {
      expect((await boxOf(page.getByLabel(label))).bottom).toBeLessThan((await boxOf(bar)).top);
    }).toPass({ timeout: 10_000 });
  }
});

test('the preview shows the post as visitors will see it', async ({ page }) => {
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
    await expect(dialog).toContainText('The front matter in the text stays there and is not shown');
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
    await content(page).fill('Something *else* &copy;');
    await expect(preview.locator('.prose em')).toHaveText('else');
    await expect(preview.locator('.prose')).toHaveText('Something else ©');
    await expect(page.getByText('3 words · 1 min read')).toBeVisible();
  });

  await test.step('at the heading above the caret, and in the width of a phone', async () => {
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

  await test.step('what is said about a long text stays in view beside it', async () => {
    await page.getByLabel('Side-by-side preview').click();
    await content(page).press('Control+End');
    const date = page.getByLabel('Date', { exact: true });
    for (const label of ['Tags', 'Hide from public website', 'Publish on', 'Description'])
      await expect(page.getByLabel(label)).toBeInViewport({ ratio: 1 });
    await expect(date).toBeHidden();
    await page.locator('summary', { hasText: 'Date' }).click();
    await expect(date).toBeInViewport({ ratio: 1 });
  });
});

test('front matter in the text is announced, and may hold the title', async ({ page, site }) => {
  const taken = page.getByText('Taken from the front matter in the text: title, tags, date.');
  await openAsAdmin(page, '/admin/blogs/new');
  await content(page).fill(
    '---\ntitle: Low water\ntags: [Sea, Moon]\ndate: 2024-01-31\n---\n\nBoats.',
  );

  const notice = 'Taken from the front matter in the text when you save: title, tags, date.';
  const form = page.locator('form');
  await expect(form.getByText(notice)).toBeVisible();
  await page.getByRole('button', { name: 'Preview' }).click();
  const preview = page.getByRole('dialog', { name: 'Preview' });
  await expect(preview.getByText(notice)).toBeVisible();
  await expect(preview.getByRole('listitem')).toHaveText(['Sea', 'Moon']);
  await expect(preview.getByText('31 January 2024')).toBeVisible();
  await expect(preview.locator('.prose')).toHaveText('Boats.');
  await page.keyboard.press('Escape');
  await expect(preview).toBeHidden();

  const tags = page.getByRole('textbox', { name: 'Tags' });
  await tags.fill('Other');
  await expect(form.getByText(notice)).toBeHidden();
  await tags.fill('');
  await expect(form.getByText(notice)).toBeVisible();

  await savePost(page);
  await expect(taken).toBeVisible();
  await expect(page.getByLabel('Title')).toHaveValue('Low water');
  await expect(page.getByLabel('Tags')).toHaveValue('Sea, Moon');
  await expect(content(page)).toHaveValue('Boats.');
  await expect(page).toHaveURL('/admin/blogs');
  await expect(taken).toBeVisible();
  expect(site.file('posts/low-water.md')).toMatch(/tags:\n {2}- Sea\n {2}- Moon\n/);
});
