// Needs: history
import { samplePhoto } from 'fixtures/sample-files';
import { expectAccessible, expectNoOverflow } from './support/accessibility.ts';
import { save } from './support/dashboard.ts';
import { openAsAdmin } from './support/sign-in.ts';
import { expect, test } from './support/site.ts';

const project = (name: string, fields: object) => ({
  ...{
    name,
    year: '2023',
    description: `About ${name}.`,
    link: '',
    repository: '',
    stack: ['Maps'],
  },
  ...{ photo: '![](/photos/1)', ...fields },
});
const items = [
  project('Tide table', { id: 'tides', text: '## Why\n\nSeaweed.', link: 'tides.example' }),
  project('Stopcheck', { id: 'stopcheck', text: 'Nine offices.', photo: '' }),
  project('Dusk', { repository: 'github.com/ada/dusk' }),
];

test.use({
  content: {
    'site.json': '{"title": "Ada"}',
    'sections.json': JSON.stringify({ projects: { items, onLanding: true } }, null, 2),
    'photos/1/a.png': await samplePhoto('lighthouse.png'),
    'photos/1/photo.json': '{"width": 900, "height": 600, "alt": "A lamp"}',
  },
});

const middleOf = (box: { x: number; y: number; width: number; height: number } | null) =>
  [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2] as const;

test('projects are pictures that lead to their pages, and a text in the form makes one', async ({
  page,
  site,
}) => {
  for (const path of ['/', '/projects/tides', '/projects/stopcheck', '/projects/none']) {
    await page.goto(path);
    await expectAccessible(page, { inEachTheme: true });
    await expectNoOverflow(page);
  }
  // It is no post, and neither are the other projects.
  await expect(page.getByText('Latest posts')).toHaveCount(0);

  await test.step('by clicks, and back', async () => {
    await page.goto('/');
    const photo = page.locator('#projects img').first();
    await photo.scrollIntoViewIfNeeded();
    const { width = 0 } = (await photo.boundingBox()) ?? {};
    const { width: second = 0 } = (await page.locator('#projects img').nth(1).boundingBox()) ?? {};
    expect(second).toBeLessThan(width / 2);
    await page.mouse.click(...middleOf(await photo.boundingBox()));
    await expect(page).toHaveURL('/projects/tides');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tide table');
    await expect(page.getByText('Seaweed.')).toBeVisible();
    await expect(page.getByText('About Tide table.')).toBeVisible();
    expect((await page.getByAltText('A lamp').first().boundingBox())?.width).toBeCloseTo(width, 0);
    await page.getByRole('link', { name: 'Next project Stopcheck' }).click();
    await expect(page.getByText('Nine offices.')).toBeVisible();
    await page.goBack();
    await expect(page.getByText('Seaweed.')).toBeVisible();
    await page.getByRole('link', { name: 'All projects' }).click();
    await page.getByRole('link', { name: 'Stopcheck', exact: true }).click();
    await expect(page).toHaveURL('/projects/stopcheck');
  });

  await test.step('the third one gets a text, with a link to the history', async () => {
    const before = site.file('sections.json');
    await openAsAdmin(page, '/admin/experiences');
    await page.getByRole('button', { name: /^Project 3/ }).click();
    const entry = page.getByRole('group', { name: 'Project 3' });
    await entry.getByLabel('Case study').fill('Lights.');
    await entry.getByLabel('Role').fill('Ink');
    await save(page, 'Section copy updated');
    expect(site.commits()).toHaveLength(2);
    const added = JSON.parse(site.file('sections.json')) as { projects: { items: object[] } };
    expect(added.projects.items[2]).toEqual({
      ...items[2],
      id: 'dusk',
      role: 'Ink',
      text: 'Lights.',
    });
    const lines = new Set(site.file('sections.json').split('\n'));
    expect(before.split('\n').filter((line) => !lines.has(line)).length).toBeLessThanOrEqual(1);
    await expect(page.getByRole('link', { name: 'History of Site sections' })).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => site.file('sections.json')).toBe(before);
  });
});
