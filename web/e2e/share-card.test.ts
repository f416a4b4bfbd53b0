// Needs: drawing
import { postFile } from './support/blog.ts';
import { openAsAdmin } from './support/sign-in.ts';
import { expect, test } from './support/site.ts';

test.use({ content: { 'posts/tides.md': postFile({ title: 'Tides' }, 'One') } });

test('the form of a post shows its share card, even with an unsaved title', async ({ page }) => {
  const cards: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname.endsWith('/share-card')) cards.push(searchParams.get('title') ?? '');
  });
  await openAsAdmin(page, '/admin/blogs/tides/edit');
  await expect(page.getByLabel('Title')).toHaveValue('Tides');
  expect(cards).toEqual([]);
  await page.getByText('Share card').click();
  const card = (title: string) => page.getByAltText(`The card of “${title}”`);
  const widthOf = (title: string) =>
    card(title).evaluate((image: HTMLImageElement) =>
      image.decode().then(() => image.naturalWidth),
    );
  expect(await widthOf('Tides')).toBe(1200);
  await page.getByLabel('Title').fill('High tides');
  await expect(card('High tides')).toHaveAttribute('src', /title=High\+tides/);
  expect(await widthOf('High tides')).toBe(1200);
  expect(cards).toEqual(['Tides', 'High tides']);
});
