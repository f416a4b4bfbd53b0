import { expectAccessible } from './support/accessibility.ts';
import { expect, test } from './support/site.ts';

const profile = {
  name: 'Ada Example',
  title: 'Engineer',
  tagline: 'Builds calm things',
  summary: 'Hello **world**.',
  location: 'Lisbon',
  email: 'ada@example.com',
  social: { linkedin: 'https://www.linkedin.com/in/ada', github: 'https://github.com/ada' },
  contactVisibility: { email: true, linkedin: true, github: true },
  highlightsEnabled: true,
  availability: { value: 'From May', enabled: true },
  focusAreas: { value: '', enabled: false },
};

const files = (changes: object = {}, site: object = { title: 'Ada at Work' }) => ({
  'profile.json': JSON.stringify({ ...profile, ...changes }),
  'site.json': JSON.stringify(site),
});

const post = (title: string, date: string, more = '') =>
  `---\ntitle: ${title}\ncreatedAt: ${date}\n${more}---\n\nText of ${title}.\n`;

test.describe('with the default content', () => {
  test('the page is complete and accessible', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    for (const name of ['Experiences', 'Blogs', 'Contact']) {
      await expect(page.getByRole('navigation').getByRole('link', { name }).first()).toBeVisible();
    }
    await expect(page.getByRole('link', { name: 'See full list' })).toHaveAttribute(
      'href',
      '/experiences',
    );
    await expect(page.getByRole('link', { name: 'View all blogs' })).toHaveAttribute(
      'href',
      '/blogs',
    );
    await expectAccessible(page);
  });

  test('a hash in the address scrolls to its section', async ({ page }) => {
    await page.goto('/#contact');
    await expect(page.locator('#contact')).toBeInViewport();
  });

  test('when content can not be loaded the default content is shown with the error', async ({
    page,
  }) => {
    await page.route('**/api/content*', (route) =>
      route.fulfill({ status: 503, json: { message: 'The store is down' } }),
    );
    // A first visit needs no call; a visit from a page without content does.
    await page.goto('/login');
    await page.getByRole('link', { name: 'Back to the public site' }).click();
    await expect(page.getByText('The store is down')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Marit Ashgrove');
  });
});

test.describe('with everything filled in', () => {
  test.use({ content: files() });

  test('highlights show those that have a value', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByText('Lisbon')).toBeVisible();
    await expect(page.getByText('From May')).toBeVisible();
    await expect(page.getByText('Focus areas')).toHaveCount(0);
  });

  test('contacts are offered in the hero, the contact section and the header', async ({ page }) => {
    await page.goto('/');
    for (const name of ['Contact me', 'Say hello', 'Email Ada']) {
      const link = page.getByRole('link', { name });
      await expect(link.first()).toHaveAttribute('href', 'mailto:ada@example.com');
    }
    for (const name of ['LinkedIn', 'Connect on LinkedIn', 'GitHub', 'Explore GitHub']) {
      await expect(page.getByRole('link', { name, exact: true }).first()).toBeVisible();
    }
    await expect(page.getByRole('contentinfo')).toContainText(String(new Date().getFullYear()));
    await expect(page.getByRole('contentinfo')).toContainText('Ada Example');
    await expect(page.getByRole('contentinfo')).toContainText('github.com/ada');
  });

  test('the home link is the title in lower case', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('banner').getByRole('link').first()).toHaveText('ada at work');
  });

  test('without posts there is a word about it', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByText('Blog posts are on the way. Check back soon.')).toBeVisible();
  });
});

test.describe('with everything switched off', () => {
  test.use({
    content: files(
      {
        contactVisibility: { email: false, linkedin: false, github: false },
        highlightsEnabled: false,
      },
      {},
    ),
  });

  test('no contact and no highlight is shown', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('a[href^="mailto:"]')).toHaveCount(0);
    await expect(page.getByText('Say hello')).toHaveCount(0);
    await expect(page.getByRole('link', { name: /LinkedIn|GitHub/ })).toHaveCount(0);
    await expect(page.getByText('Lisbon')).toHaveCount(0);
    await expect(page.getByRole('banner').getByRole('link').first()).toHaveText(/^ada$/i);
    await expectAccessible(page);
  });
});

test.describe('with more posts than there is room for', () => {
  test.use({
    content: {
      ...files(),
      ...Object.fromEntries(
        Array.from({ length: 8 }, (_, i) => [
          `posts/p${i}.md`,
          post(`Post ${i}`, `2025-01-0${i + 1}`),
        ]),
      ),
      'posts/hidden.md': post('Secret', '2026-01-01', 'hidden: true\n'),
      'posts/undated.md': '---\ntitle: Undated\n---\n\nText\n',
    },
  });

  test('the six newest visible ones are shown', async ({ page }) => {
    await page.goto('/');
    const titles = page.locator('#blogs').getByRole('heading', { level: 3 });
    await expect(titles).toHaveText([7, 6, 5, 4, 3, 2].map((i) => `Post ${i}`));
    await expect(page.getByText('Secret')).toHaveCount(0);
  });
});

test('an unknown path leads home', async ({ page }) => {
  await page.goto('/no/such/page');
  await expect(page).toHaveURL('/');
});
