// Needs: history
import type { Request } from '@playwright/test';
import { HTML_ATTACKS, MARKDOWN_ATTACKS } from '../../content-schema/test/attacks.ts';
import { postFile } from './support/blog.ts';
import { provideGitHub, type AtGitHub } from './support/github-site.ts';
import { openAsAdmin } from './support/sign-in.ts';
import { expect, test as base } from './support/site.ts';

const SCRIPT = '"><img src=x onerror=alert(1)><script>alert(1)</script>';
const PIXEL = '![Read](https://evil.example/pixel.png)';
const PHOTO = 'photos/01JWT6444RQM8SZKMERQ1BVHWF';
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>`;

const EVIL = 'https://evil.example/style';
const STYLE = `@import "${EVIL}.css";
@font-face { font-family: Evil; src: url("${EVIL}.woff2") }
body { background: url("${EVIL}.png"), url(//evil.example/style.svg); font-family: Evil }
h1::after { content: "</style><script>alert(1)</script>" }`;

/** Several attacks a post, since each page takes a tenth of a second. */
const ATTACKS = [...MARKDOWN_ATTACKS, ...HTML_ATTACKS];
const POSTS = 8;
const posts = Array.from({ length: POSTS }, (_, post): [string, string] => {
  const attacks = ATTACKS.filter((_, at) => at % POSTS === post);
  return [
    `posts/attack-${post}.md`,
    postFile({ title: `${post} ${SCRIPT}` }, [PIXEL, ...attacks].join('\n\n')),
  ];
});

const test = base.extend<{ atGitHub: AtGitHub }>({
  atGitHub: ({}, provide) => provideGitHub({ 'profile.json': '{\n  "name": "Ada"\n}\n' }, provide),
  environment: ({ atGitHub: { environment } }, provide) => provide(environment),
  // Pictures of other sites; the other is about the photo opened by itself.
  expectedFault:
    /^(?:Loading|Refused to load) the image|violates the following Content Security Policy directive: "(?:img|font|style)-src|Origin-Agent-Cluster/,
});

test('what a fork proposes runs nothing, and sends nothing to others', async ({
  page,
  site,
  context,
  atGitHub: { repository },
}) => {
  const pull = repository.openPullRequest({
    title: SCRIPT,
    author: 'mallory',
    fork: true,
    files: {
      ...Object.fromEntries(posts),
      'assets/style.css': STYLE,
      'profile.json': JSON.stringify({ name: SCRIPT, title: SCRIPT, tagline: SCRIPT, bio: SCRIPT }),
      [`posts/<img src=x onerror=alert(1)>.md`]: postFile({ title: 'A name' }),
      [`${PHOTO}/a.svg`]: SVG,
      [`${PHOTO}/photo.json`]: JSON.stringify({ alt: SCRIPT, caption: SCRIPT }),
    },
  });
  pull.addReviewComment({ path: 'profile.json', line: 1, body: SCRIPT, author: SCRIPT });
  const faults: string[] = [];
  page.on('dialog', (dialog) => {
    faults.push(`dialog at ${page.url()}`);
    void dialog.dismiss();
  });
  context.on('page', (opened) => faults.push(`window ${opened.url()}`));
  page.on('download', (download) => faults.push(`download ${download.url()}`));
  const check = (request: Request): void => {
    if (request.failure()?.errorText === 'csp') return;
    const { origin, protocol } = new URL(request.url());
    if (request.resourceType() === 'script' && request.frame().parentFrame())
      faults.push(`script in a frame: ${request.url()}`);
    if (origin !== site.url && protocol !== 'data:' && protocol !== 'blob:')
      faults.push(`${request.method()} ${request.url()}`);
  };
  context.on('requestfinished', check);
  context.on('requestfailed', check);

  await openAsAdmin(page, '/admin/proposals/1');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(SCRIPT);
  await expect(page.getByText('mallory')).toBeVisible();
  const pages = page.getByLabel('Page', { exact: true });
  for (const title of await pages.getByRole('option').allTextContents()) {
    await pages.selectOption(title);
    const frame = page.frameLocator('iframe[title$=", after"]');
    await expect(frame.locator('h1')).toBeVisible();
  }

  const past = `/past/${pull.head}`;
  for (const [index] of posts.entries()) {
    await page.goto(`${past}/blogs/attack-${index}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${index} ${SCRIPT}`);
    await expect(page).toHaveURL(`${past}/blogs/attack-${index}`);
    await expect(page.locator('body')).toHaveCSS('font-family', 'Evil');
  }
  await page.goto(`${past}/`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('<script>');
  await page.goto(`${past}/photos/01JWT6444RQM8SZKMERQ1BVHWF`);
  expect(faults).toEqual([]);
});
