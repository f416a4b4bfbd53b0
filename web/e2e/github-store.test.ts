// Needs: history, previews, proposals, static-copy
import { expectAccessible } from './support/accessibility.ts';
import { postFile } from './support/blog.ts';
import { save } from './support/dashboard.ts';
import { provideGitHub, type AtGitHub } from './support/github-site.ts';
import { openAsAdmin } from './support/sign-in.ts';
import { expect, test as base } from './support/site.ts';

const SECRET = 'a secret of the webhook';

const test = base.extend<{ atGitHub: AtGitHub }>({
  atGitHub: ({}, provide) => {
    const files = {
      'profile.json': '{\n  "name": "Ada"\n}\n',
      'posts/tides.md': postFile({ title: 'Tides', hidden: false }, 'The low tide'),
    };
    return provideGitHub(files, provide);
  },
  environment: ({ atGitHub: { environment } }, provide) =>
    provide({ ...environment, GITHUB_WEBHOOK_SECRET: SECRET }),
});

test('posts link to GitHub, and changes of a protected branch are proposed', async ({
  page,
  atGitHub: { repository, apiUrl },
}) => {
  const pages = `${apiUrl}/ada/site`;
  repository.isPublic = true;

  await openAsAdmin(page);
  const store = page.getByRole('region', { name: 'Content store' });
  await expect(store).toContainText('Every clone of the repository is a backup');
  const command = store.getByLabel('Command that copies the repository');
  await expect(command).toHaveValue(`git clone ${pages}.git`);
  await expect(store.getByRole('button')).toHaveText(['Download a static copy', 'Copy']);

  const privately = { name: 'Make it private', exact: true };
  await page.goto('/admin/blogs/tides/edit');
  const note = page.getByRole('main').getByText('The repository is public');
  await page.getByLabel('Hide from public website').check();
  await expect(note.getByRole('link', privately)).toHaveAttribute('href', `${pages}/settings`);
  await expectAccessible(page);

  await test.step('a post and its changes', async () => {
    await openAsAdmin(page, '/admin/blogs/tides');
    const links = page.getByText('At GitHub:').getByRole('link');
    await expect(links.nth(0)).toHaveAttribute('href', `${pages}/blob/main/posts/tides.md`);
    await expect(links.nth(1)).toHaveAttribute('href', `${pages}/blame/main/posts/tides.md`);
    await page.getByRole('main').getByRole('link', { name: 'History', exact: true }).click();
    await expect(links).toHaveCount(2);
    const commit = page.getByRole('listitem').getByRole('link', { name: /^[0-9a-f]{7}$/ });
    await expect(commit).toHaveAttribute('href', `${pages}/commit/${repository.head()}`);
    await expectAccessible(page);
  });

  await test.step('readers can suggest a correction, if the owner wants that', async () => {
    const link = page.getByRole('link', { name: 'Suggest a correction' });
    await page.goto('/blogs/tides');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tides');
    await expect(link).toHaveCount(0);
    await page.goto('/admin');
    await page.getByRole('switch', { name: /^Let readers suggest corrections/ }).check();
    await page.getByLabel('Site title').fill('Ada');
    await page.getByLabel('Meta description').fill('Hers');
    await save(page, 'Site metadata updated');
    await page.goto('/blogs');
    await page.getByRole('main').getByRole('link', { name: 'Tides' }).click();
    await expect(link).toHaveAttribute('href', `${pages}/edit/main/posts/tides.md`);
  });

  const content = page.getByLabel('Content', { exact: true });
  const files = () => repository.files(repository.pullRequests.at(-1)?.branch);
  await test.step('where the branch is protected, a save can be proposed', async () => {
    repository.protections.set('main', 'ruleset');
    await page.goto('/admin/blogs/tides/edit');
    await content.fill('Neap tide');
    await save(page);
    await expect(page.getByRole('alert')).toContainText('The branch is protected');
    await expect(content).toHaveValue('Neap tide');
    await page.getByRole('button', { name: 'Save to a proposal' }).click();
    await save(page);
    const text = () => files().get('posts/tides.md')?.toString();
    await expect.poll(text).toContain('Neap tide');
  });

  await test.step('and so can a change without a form', async () => {
    const head = repository.head();
    const post = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Tides' });
    await page.goto('/admin/blogs');
    await page.getByLabel('Saving to').selectOption('the site');
    await post.getByRole('button', { name: 'Hide' }).click();
    await expect(page.getByRole('alert')).toHaveText(/^The branch is protected.*to a proposal$/);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Save to a proposal' }).click();
    await expect(page.getByRole('alert')).toContainText('Please try again');
    await post.getByRole('button', { name: 'Hide' }).click();
    await expect(post.getByRole('button', { name: 'Unhide' })).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
    expect(files().get('posts/tides.md')?.toString()).toContain('hidden: true');
    expect(repository.pullRequests.map(({ title }) => title)).toEqual([
      'Update post "Tides"',
      'Hide post "Tides"',
    ]);
    expect(repository.head()).toBe(head);
  });
});

test('a pull request can be viewed as a site before it is merged', async ({
  page,
  site,
  atGitHub: { github, repository },
}) => {
  github.webhooks.add({ url: `${site.url}/api/webhooks/github`, secret: SECRET });

  const post = postFile({ title: 'Tides', hidden: false }, 'Each tide');
  const files = { 'posts/tides.md': post };
  const request = repository.openPullRequest({ title: 'Each <tide>', fork: true, files });
  request.reviewDecision = 'CHANGES_REQUESTED';
  request.addReviewComment({ path: 'posts/tides.md', line: 6, body: '**Why** <i>each</i>?' });
  request.addReviewComment({ path: 'posts/tides.md', body: 'On the file' });
  await github.webhooks.settled();
  await openAsAdmin(page, '/admin/proposals');
  const row = page.getByRole('main').getByRole('listitem');
  await expect(row).toHaveText(/^Each <tide>graceFrom a forktoday1 postChanges requested.*#1 at/);
  await row.getByRole('link', { name: 'Each <tide>' }).click();
  const lines = page.getByRole('group', { name: 'Changes of Post “Tides”' });
  await expect(lines.getByRole('list', { name: 'Comments' })).toContainText('**Why** <i>each</i>');
  const answers = page.getByRole('link', { name: 'Answer at GitHub' });
  await expect(answers).toHaveCount(2);
  await expect(answers.first()).toHaveAttribute('href', /^https:.*\/pull\/1#/);
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Preview link' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Make the link' }).click();
  const made = await dialog.getByRole('textbox', { name: 'Preview link' }).inputValue();
  await dialog.getByRole('button', { name: 'Close' }).click();
  const preview = await page.request.get(`${new URL(made).pathname}blogs/tides`);
  expect(await preview.text()).toContain('Each tide');

  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('“Each <tide>” is published')).toBeVisible();
  expect(request.state).toBe('merged');
});
