import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { EXTREME } from './support/blog.ts';
import { expect, test } from './support/site.ts';

const explore = (page: Page) => page.getByRole('navigation', { name: 'Explore' });
const sections = (page: Page) => page.getByRole('main').getByRole('heading', { level: 2 });

const experience = {
  role: 'Skipper',
  company: 'Ferries',
  year: '2020 – today',
  location: 'Lisbon',
  description: 'Crossed **the river**.',
  achievements: ['Never late', 'Never wet'],
  stack: ['Knots', 'Tide tables'],
};

const items = (visible: boolean) => ({ visible, items: ['Item'] });

const sectionsFile = (visible: boolean): string =>
  JSON.stringify({
    contact: { description: '' },
    experiencesPage: { visible },
    educations: { visible, items: [{ institution: 'Harbour School', degree: 'Mate', year: '' }] },
    programmingLanguages: items(visible),
    languagesSpoken: items(visible),
    achievements: items(visible),
  });

const ALL = ['Experiences', 'Education', 'Programming languages', 'Languages', 'Achievements'];

test.describe('with the default content', () => {
  test('every section is shown, and the page is accessible', async ({ page }) => {
    await page.goto('/experiences');
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await expect(sections(page)).toHaveText(ALL);
    await expect(explore(page).getByRole('link')).toHaveText(ALL);
    await expectAccessible(page);
    for (const button of await page.getByRole('button', { name: /achievement/ }).all()) {
      await button.click();
    }
    await expectAccessible(page);
  });

  test('achievements unfold and fold', async ({ page }) => {
    await page.goto('/experiences');
    const button = page.getByRole('button', { name: '4 achievements as Lead engineer' });
    const achievement = page.getByText('six hours to four minutes');
    await expect(achievement).toBeHidden();
    await button.focus();
    await page.keyboard.press('Enter');
    await expect(button).toHaveAttribute('aria-expanded', 'true');
    await expect(achievement).toBeVisible();
    await button.click();
    await expect(button).toHaveAttribute('aria-expanded', 'false');
    await expect(achievement).toBeHidden();
  });

  test('the navigation marks the section that is being read', async ({ page }) => {
    await page.goto('/experiences');
    const current = explore(page).locator('[aria-current]');
    await expect(current).toHaveText('Experiences');
    await sections(page)
      .nth(1)
      .evaluate((heading) => heading.scrollIntoView());
    await expect(current).toHaveText('Education');
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await expect(current).toHaveText('Achievements');
    await page.evaluate(() => scrollTo(0, 0));
    await expect(current).toHaveText('Experiences');
  });

  for (const title of ALL) {
    test(`the navigation leads to ${title}`, async ({ page }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.goto('/experiences');
      await explore(page).getByRole('link', { name: title, exact: true }).click();
      await expect(page).toHaveURL(/#[a-z-]+$/);
      await expect(page.getByRole('region', { name: title, exact: true })).toBeFocused();
      await expect(sections(page).filter({ hasText: title }).first()).toBeInViewport();
      await expect(explore(page).locator('[aria-current]')).toHaveText(title);
    });
  }

  test('skills and programming languages lead to the posts about them', async ({ page }) => {
    await page.goto('/experiences');
    await page.getByRole('link', { name: 'Graph theory' }).click();
    await expect(page).toHaveURL('/blogs/tags/graph%20theory');
    await page.goBack();
    await page
      .getByRole('region', { name: 'Programming languages' })
      .getByRole('link', { name: 'Bash' })
      .click();
    await expect(page).toHaveURL('/blogs/tags/bash');
  });

  test('the page is entered at its top, and left by Back and Home', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('link', { name: 'See full list' }).click();
    await expect(page).toHaveURL('/experiences');
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await page.getByRole('link', { name: 'Back', exact: true }).click();
    await expect(page).toHaveURL('/');
    await page.goForward();
    await page.getByRole('link', { name: 'Home', exact: true }).click();
    await expect(page).toHaveURL('/#experiences');
    await expect(page.locator('#experiences')).toBeInViewport();
  });

  test('on paper everything is unfolded', async ({ page }) => {
    await page.goto('/experiences');
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByText('six hours to four minutes')).toBeVisible();
    await expect(page.getByRole('button')).toHaveCount(0);
    await expect(explore(page)).toHaveCount(0);
  });

  test.describe('without a script', () => {
    test.use({ javaScriptEnabled: false });

    test('everything is unfolded, and links lead to the sections', async ({ page }) => {
      await page.goto('/experiences');
      await expect(page.getByText('six hours to four minutes')).toBeVisible();
      await expect(page.getByRole('button', { name: /achievement/ })).toHaveCount(0);
      await explore(page).getByRole('link', { name: 'Education' }).click();
      await expect(page).toHaveURL('/experiences#education');
      await page.getByRole('link', { name: 'Back', exact: true }).click();
      await expect(page).toHaveURL('/');
    });
  });
});

test.describe('with everything switched off', () => {
  test.use({
    content: {
      'experiences.json': JSON.stringify([experience]),
      'sections.json': sectionsFile(false),
    },
  });

  test('no section is shown', async ({ page }) => {
    await page.goto('/experiences');
    await expect(page.getByText('There is nothing to show here yet.')).toBeVisible();
    await expect(sections(page)).toHaveCount(0);
    await expect(explore(page)).toHaveCount(0);
    await expect(page.getByText('Skipper')).toHaveCount(0);
    await expectAccessible(page);
  });
});

test.describe('with unruly content', () => {
  test.use({
    content: {
      'experiences.json': JSON.stringify([
        {
          ...experience,
          role: EXTREME.title,
          company: EXTREME.word,
          location: EXTREME.word,
          achievements: [EXTREME.word],
          stack: [...EXTREME.tags, EXTREME.word],
        },
        { ...experience, role: EXTREME.rightToLeft },
      ]),
      'sections.json': sectionsFile(true),
    },
  });

  test('the page keeps its form', async ({ page }) => {
    await page.goto('/experiences');
    await page.getByRole('button', { name: '1 achievement' }).click();
    await expect(page.getByText(EXTREME.rightToLeft).first()).toHaveCSS('direction', 'rtl');
    await expectAccessible(page);
  });
});
