import type { Locator } from '@playwright/test';
import { readDefaultContent } from 'fixtures/default-content';
import { largePhoto } from 'fixtures/sample-files';
import { expectAccessible, expectNoOverflow } from './support/accessibility.ts';
import { EXTREME } from './support/blog.ts';
import { expect, test } from './support/site.ts';

test('the header, the headings and the hash link to the sections', async ({ page }) => {
  const banner = page.getByRole('banner');
  const experiences = page.getByRole('region', { name: 'Experiences' });

  await page.goto('/');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();

  for (const name of ['Contact', 'Blogs', 'Experiences']) {
    await banner.getByRole('link', { name }).click();
    await expect(page).toHaveURL(`/#${name.toLowerCase()}`);
    await expect(page.getByRole('heading', { level: 2, name })).toBeInViewport();
    await expect(page.getByRole('region', { name })).toBeFocused();
    await expect(banner).toBeInViewport();
  }

  await experiences.getByRole('heading', { level: 2 }).getByRole('link').click();
  await expect(page).toHaveURL('/experiences');
  await page.goBack();
  await experiences.getByRole('link', { name: 'See full list' }).click();
  await expect(page).toHaveURL('/experiences');
  await page.goto('/#contact');
  await expect(page.locator('#contact')).toBeInViewport();
  await page.getByRole('link', { name: 'View all blogs' }).click();
  await expect(page).toHaveURL('/blogs');

  await page.goto('/no/such/page');
  await expect(page).toHaveURL('/');
});

test('if content fails to load, the default is shown with the error', async ({ page }) => {
  await page.route('**/api/content*', (route) =>
    route.fulfill({ status: 503, json: { message: 'The store is down' } }),
  );
  // A first visit makes no request; a visit from a page without content does.
  await page.goto('/login');
  // The session check runs once the page's code has loaded; before, a link would load a document.
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await page.getByRole('link', { name: 'Back to the public site' }).click();
  await expect(page.getByRole('alert')).toHaveText('The store is down');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Marit Ashgrove');
});

test.describe('with extreme content', () => {
  const logo =
    '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="90"><path d="M0 0h900v90z"/></svg>';
  test.use({
    content: {
      'profile.json': JSON.stringify({
        ...{ name: EXTREME.title, title: EXTREME.word, tagline: EXTREME.word },
        ...{ summary: `${EXTREME.rightToLeft}\n\n${EXTREME.word}`, location: EXTREME.word },
        social: { linkedin: '', github: `https://github.com/${EXTREME.word}` },
        contactVisibility: { email: true, linkedin: true, github: true },
        highlightsEnabled: true,
      }),
      'site.json': JSON.stringify({
        title: EXTREME.title,
        homeButtonMode: 'logo',
        logo: { path: 'assets/logo.svg', type: 'image/svg+xml', alt: 'Two waves' },
      }),
      'assets/logo.svg': logo,
    },
  });

  test('the layout holds', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('banner').getByRole('img', { name: 'Two waves' })).toBeVisible();
    await expectNoOverflow(page);
  });
});

const sample = Object.fromEntries(await readDefaultContent());
const photo = await largePhoto(3000, 2000);

test.describe('with a portrait', () => {
  const profile = JSON.parse(String(sample['profile.json'])) as { summary: string };
  const details = { width: 3000, height: 2000, alt: 'Marit', focus: { x: 0.25, y: 1 } };
  test.use({
    content: {
      ...sample,
      'profile.json': JSON.stringify({
        ...profile,
        summary: `${profile.summary}\n\n![](/photos/marit)`,
      }),
      'photos/marit/marit.jpg': photo,
      'photos/marit/photo.json': JSON.stringify(details),
    },
  });

  test('it is 4:5, above the name on phones and beside it elsewhere, and ends with the buttons', async ({
    page,
  }) => {
    const portrait = page.getByRole('img', { name: 'Marit' });
    const boxOf = async (part: Locator) =>
      (await part.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    await page.goto('/');
    await expect(portrait).toHaveAttribute('fetchpriority', 'high');
    await expect(portrait).toHaveCSS('object-position', '25% 100%');
    for (const width of [390, 768, 1280, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      const name = await boxOf(page.getByRole('heading', { level: 1 }));
      const links = await boxOf(page.getByRole('link', { name: 'Contact me' }));
      const box = await boxOf(portrait);
      expect(box.height / box.width, `at ${width}`).toBeCloseTo(1.25, 2);
      if (width === 390) {
        expect(box.width).toBe(name.width);
        expect(box.y + box.height).toBeLessThan(name.y);
      } else {
        expect(box.x, `at ${width}`).toBeGreaterThan(name.x + name.width);
        expect(box.y, `at ${width}`).toBeLessThan(name.y + name.height);
      }
      if (width > 1200) expect(box.y + box.height).toBeCloseTo(links.y + links.height, 0);
      // Its `sizes` are large enough for the cropped picture.
      await expect
        .poll(() => portrait.evaluate((image: HTMLImageElement) => image.naturalWidth))
        .toBeGreaterThanOrEqual(Math.floor(box.height * 1.5) - 1);
    }
    await expectNoOverflow(page, [320, 480, 640, 768, 960, 1200]);
    await expectAccessible(page, { within: page.getByRole('region', { name: 'Introduction' }) });
  });
});
