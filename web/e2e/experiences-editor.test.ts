// Needs: history
import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { save } from './support/dashboard.ts';
import { openAsAdmin } from './support/sign-in.ts';
import { expect, test, type Site } from './support/site.ts';

const PATH = '/admin/experiences';

const experience = (page: Page, number: number) =>
  page.getByRole('group', { name: `Experience ${number}` });
const education = (page: Page, number: number) =>
  page.getByRole('group', { name: `Education entry ${number}` });
const lacks = (number: number) =>
  `Experience ${number} needs a year, title, company, description, and at least one skill chip`;

const stored = (site: Site, file: string): unknown => JSON.parse(site.file(`${file}.json`));
const storedRoles = (site: Site): string[] =>
  (stored(site, 'experiences') as { role: string }[]).map(({ role }) => role);

test('an experience is added, and its first missing field is shown', async ({ page, site }) => {
  await openAsAdmin(page, PATH);
  const added = experience(page, 4);
  const summary = page.getByRole('alert');

  await test.step('missing values are shown', async () => {
    await page.getByRole('button', { name: 'Add experience' }).click();
    await expect(added.getByLabel('Title')).toBeFocused();
    await experience(page, 2).getByLabel('Skills').fill(' , ');
    await save(page);
    await expect(summary).toBeFocused();
    await expect(summary.getByRole('link')).toHaveText([lacks(2), lacks(4)]);
    await expect(experience(page, 2).getByLabel('Skills')).toHaveAttribute('aria-invalid', 'true');
    await expect(added.getByLabel('Title')).toHaveAccessibleDescription(lacks(4));
    await expectAccessible(page);
    expect(site.commits()).toHaveLength(1);
  });

  await test.step('its fields are filled in, with lists typed as text', async () => {
    await experience(page, 2).getByLabel('Skills').fill('Python');
    await summary.getByText(lacks(4)).click();
    await expect(added.getByLabel('Title')).toBeFocused();
    await page.keyboard.type('Harbour pilot');
    await added.getByLabel('Company').fill('Port of Larkmere');
    await added.getByLabel('Year').fill('2012');
    await added.getByLabel('Description').fill('Brought *ships* in.');
    await added.getByLabel('Skills').pressSequentially('Tides, , Charts ,');
    await expect(added.getByLabel('Skills')).toHaveValue('Tides, , Charts ,');
    await added.getByLabel('Achievements').focus();
    await expect(added.getByLabel('Skills')).toHaveValue('Tides, Charts');
    await added.getByLabel('Achievements').fill('No ship lost\n\n  No pilot either  ');
  });

  await test.step('it is saved in one commit', async () => {
    await page.route('**/api/experiences', async (route) => {
      await expect(page.getByText('Saving experiences...')).toBeVisible();
      await route.continue();
    });
    await save(page, 'Experiences updated');
    expect(site.commits()).toHaveLength(2);
    expect((stored(site, 'experiences') as unknown[]).at(-1)).toEqual({
      ...{ role: 'Harbour pilot', company: 'Port of Larkmere', year: '2012', location: '' },
      ...{ description: 'Brought *ships* in.', stack: ['Tides', 'Charts'] },
      achievements: ['No ship lost', 'No pilot either'],
    });
  });
});

test('removing the last experience leaves a blank one', async ({ page, site }) => {
  await openAsAdmin(page, PATH);
  for (let count = 3; count > 0; count -= 1) {
    await page.getByRole('button', { name: 'Remove experience 1' }).click();
  }
  await expect(page.getByRole('group', { name: /^Experience \d/ })).toHaveCount(1);
  await expect(experience(page, 1).getByLabel('Title')).toHaveValue('');
  await save(page);
  await expect(page.getByRole('alert')).toContainText('Add at least one experience before saving');
  expect(site.commits()).toHaveLength(1);

  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(experience(page, 1).getByLabel('Company')).toHaveValue(/^Undercroft/);
  await save(page, 'Experiences updated');
  expect(storedRoles(site)).toEqual(['Developer and cataloguing assistant']);
});

test('experiences are reordered by keyboard and by dragging', async ({ page, site }) => {
  await openAsAdmin(page, PATH);

  await test.step('each is one line, and the first is open until another one is', async () => {
    const lines = page.getByRole('button', { name: /^Experience \d/ });
    const open = page.getByRole('button', { name: /^Experience \d/, expanded: true });
    await expect(lines).toHaveText([
      /Experience 1 · 2021 – present.*Lead engineer/,
      /Experience 2 · 2017 – 2021.*Software engineer/,
      /Experience 3 · 2014 – 2017.*Developer and cataloguing assistant/,
    ]);
    await expect(open).toHaveText(/Lead engineer/);
    await lines.nth(1).click();
    await expect(open).toHaveText(/Software engineer/);
    await page.keyboard.press('Enter');
    await expect(open).toHaveCount(0);
  });

  await test.step('by the keyboard', async () => {
    await page.getByRole('button', { name: 'Move experience 1 down' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText('Moved to place 2 of 3')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Move experience 2 down' })).toBeFocused();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Move experience 3 down' })).toBeFocused();
    await page.keyboard.press('Control+s');
    await expect(page.getByText('Experiences updated')).toBeVisible();
    expect(storedRoles(site).at(-1)).toBe('Lead engineer');
  });

  await test.step('by dragging', async () => {
    const handle = experience(page, 3).getByTitle('Drag to reorder');
    await handle.scrollIntoViewIfNeeded();
    await handle.hover();
    await page.mouse.down();
    const first = await experience(page, 1).boundingBox();
    await page.mouse.move(first!.x + 20, first!.y + 2, { steps: 20 });
    await page.mouse.up();
    await expect(experience(page, 1).getByLabel('Title')).toHaveValue('Lead engineer');
    await expect(experience(page, 1)).toBeInViewport();
    await save(page);
    await expect.poll(() => site.commits()).toHaveLength(3);
    expect(storedRoles(site).slice(0, 2)).toEqual(['Lead engineer', 'Software engineer']);
  });
});

test('an education is removed after confirmation, and saved', async ({ page, site }) => {
  await openAsAdmin(page, PATH);

  await page.getByRole('button', { name: 'Add education entry' }).click();
  await expect(education(page, 3).getByLabel('Institution')).toBeFocused();
  await page.getByRole('button', { name: 'Remove education entry 3' }).click();
  await expect(education(page, 3)).toHaveCount(0);
  await expect(page.getByText('Unsaved changes')).toBeHidden();

  await test.step('an entry with data is removed after confirmation', async () => {
    await page.getByRole('button', { name: 'Remove education entry 1' }).click();
    const dialog = page.getByRole('dialog', { name: 'Remove this education entry?' });
    await expect(dialog).toContainText('This education entry contains data.');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(education(page, 2)).toBeVisible();
    await page.getByRole('button', { name: 'Remove education entry 1' }).click();
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await expect(education(page, 2)).toHaveCount(0);
  });

  await test.step('all sections are saved in one commit', async () => {
    await page.getByRole('button', { name: 'Add education entry' }).click();
    await education(page, 2).getByLabel('Degree').fill('Boat licence');
    await education(page, 2).getByLabel('Year').fill('2009');
    await page.getByRole('button', { name: 'Move education entry 2 up' }).click();
    await page.getByLabel('Programming languages', { exact: true }).fill('Rust,  SQL, ,');
    await page.getByLabel('Languages spoken').fill('English, Norwegian, French');
    const more = page.getByRole('region', { name: 'Education and more' });
    await more.getByLabel('Achievements', { exact: true }).fill('First\n\nSecond');
    await page.getByLabel('Show achievements').click();
    await save(page, 'Section copy updated');
    await expect(page.getByText('Experiences updated')).toBeHidden();
    expect(site.commits()).toHaveLength(2);
    expect(stored(site, 'sections')).toMatchObject({
      educations: {
        items: [
          { institution: '', degree: 'Boat licence', year: '2009', description: '' },
          { institution: 'Saltham College' },
        ],
      },
      programmingLanguages: { visible: true, items: ['Rust', 'SQL'] },
      languagesSpoken: { items: ['English, Norwegian, French'] },
      achievements: { visible: false, items: ['First', 'Second'] },
    });
  });

  await test.step('a project with a photo appears on its page, and by choice on the landing page', async () => {
    await page.getByRole('button', { name: 'Add project' }).click();
    const project = page.getByRole('group', { name: 'Project 1' });
    await project.getByLabel('Link').fill('nowhere');
    await save(page);
    await expect(page.getByRole('alert').getByRole('link')).toHaveText([/a name$/, /its link/]);
    await project.getByLabel('Name').fill('Tide table');
    await project.getByLabel('Link').fill('tides.example.org');
    await project.getByRole('button', { name: 'Choose a photo' }).click();
    const dialog = page.getByRole('dialog', { name: 'Choose a photo' });
    await dialog.getByRole('button', { name: 'low-water.webp' }).click();
    await expect(dialog).toBeHidden();
    await page.getByLabel('Show projects on the landing page').click();
    await save(page);
    await expect.poll(() => site.commits()).toHaveLength(3);
    for (const path of ['/experiences', '/']) {
      await page.goto(path);
      const projects = page.getByRole('region', { name: 'Projects' });
      await expect(projects.getByRole('link', { name: 'tides.example.org' })).toBeVisible();
      const picture = projects.getByRole('img', { name: /^Three stone arches/ });
      await expect(picture).toHaveCSS('object-fit', 'cover');
      await expectAccessible(page, { within: projects });
    }
  });
});

test('a failed save shows its error, and a conflict names the entry', async ({ page, site }) => {
  await openAsAdmin(page, PATH);
  await page.route('**/api/experiences', (route) => route.abort());
  await experience(page, 2).getByLabel('Title').fill('My title');
  await save(page);
  await expect(page.getByText('Failed to save experiences')).toBeVisible();
  await page.unroute('**/api/experiences');

  const experiences = stored(site, 'experiences') as object[];
  const theirs = { ...experiences[1], role: 'Their title', stack: ['Python', 'Rust'] };
  await page.request.put('/api/experiences', { data: experiences.with(1, theirs) });
  await save(page);
  const dialog = page.getByRole('dialog', { name: 'Changed elsewhere in the meantime' });
  await expect(dialog.getByRole('group', { name: 'Experience 2: title' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Save my choice' }).click();
  await expect(page.getByText('Experiences updated')).toBeVisible();
  expect((stored(site, 'experiences') as unknown[])[1]).toMatchObject({
    role: 'My title',
    stack: ['Python', 'Rust'],
  });

  await experience(page, 3).getByLabel('Description').fill('My description');
  const present = stored(site, 'experiences') as { role: string; company: string }[];
  await page.request.put('/api/experiences', { data: present.slice(0, 2) });
  await save(page);
  const entry = dialog.getByRole('group', { name: 'Experience 3' });
  const { role = '', company = '' } = present[2] ?? {};
  await expect(entry).toContainText(`${role}, ${company}`);
  await expect(entry.getByText(`Title: ${role}`).first()).toBeVisible();
  await expect(entry.getByText('My description')).toBeVisible();
  await expect(entry.getByText('Removed')).toBeVisible();
  await expect(entry.getByText(/^by .+, \d/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Save my choice' }).click();
  await expect(page.getByText('Experiences updated')).toBeVisible();
  expect(stored(site, 'experiences')).toMatchObject([{}, {}, { description: 'My description' }]);
});
