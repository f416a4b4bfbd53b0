import type { ContentResponse, Profile } from 'content-schema';
import { expect, it } from 'vitest';
import { DEFAULT_CONTENT as stored, renderAddress } from '../../../test/render-address.ts';
import { samplePost } from '../../../test/sample-post.ts';

const render = async (changes: Partial<ContentResponse> = {}) =>
  (await renderAddress('/', changes)).body;

const withProfile = (changes: Partial<Profile>) =>
  render({ profile: { ...stored.profile, ...changes } });

it('is the h-card of the owner, and lists posts as h-entries', async () => {
  const html = await render();
  const [card = ''] = /<section class="[^"]*\bh-card\b.*?<\/section>/s.exec(html) ?? [];
  expect(card).toContain('<data class="u-url u-uid" value="/" hidden="">');
  expect(card).toContain('<data class="u-photo" value="/icons/512.png" hidden="">');
  expect(card).toMatch(/<h1 class="p-name[ "][^>]*>Marit Ashgrove</);
  expect(card).toMatch(new RegExp(`<p class="p-note[ "][^>]*>${stored.profile.tagline}<`));
  expect(card).toMatch(/<a [^>]*rel="me"/);
  const entries = html.match(/<li class="[^"]*\bh-entry\b.*?<\/li>/gs) ?? [];
  expect(entries.length).toBeGreaterThan(0);
  for (const entry of entries) {
    expect(entry).toMatch(/<time class="[^"]*\bdt-published"/);
    expect(entry).toMatch(/<a class="[^"]*\bp-name u-url" [^>]*href="\/blogs\//);
    expect(entry).toMatch(/<p class="p-summary[ "]/);
  }
});

it('shows only contacts that are visible and not empty', async () => {
  const { social } = stored.profile;
  const contactVisibility = { email: false, linkedin: true, github: true };
  const html = await withProfile({ contactVisibility, social: { ...social, github: ' ' } });
  for (const text of ['Say hello', 'Contact me', 'Email Marit', 'mailto:', 'Explore GitHub']) {
    expect(html).not.toContain(text);
  }
  expect(html).toContain('Connect on LinkedIn');
});

it('shows highlights that have a value and are not disabled', async () => {
  for (const availability of [
    { value: ' ', enabled: true },
    { value: 'From May', enabled: false },
  ]) {
    const html = await withProfile({ availability });
    expect(html).toMatch(/<dt[^>]*>Location<\/dt>/);
    expect(html).toMatch(/<dt[^>]*>Focus areas<\/dt>/);
    expect(html).not.toContain('Availability');
  }
});

it('shows no highlights when they are switched off', async () => {
  expect(await withProfile({ highlightsEnabled: false })).not.toContain('<dl');
});

it('shows all experiences, with links from skills to the posts about them', async () => {
  const html = await render();
  for (const { role } of stored.experiences) expect(html).toContain(role);
  expect(html).toMatch(/href="\/blogs\/tags\/graph%20theory"[^>]*>Graph theory</);
  expect(html).toMatch(/href="\/experiences"[^>]*>Experiences</);
  expect(html).toMatch(/href="\/experiences"[^>]*>See full list</);
});

it('shows projects only by choice of the owner, if there are any and they are shown', async () => {
  const project = {
    ...{ role: '', id: '', text: '', textHtml: '' },
    ...{ name: 'Atlas', year: '', description: '', descriptionHtml: '', photo: '', photoHtml: '' },
    ...{ link: '', repository: '', stack: [] },
  };
  const projects = { visible: true, onLanding: true, items: [project] };
  const shows = async (changes: Partial<typeof projects>) => {
    const sections = { ...stored.sections, projects: { ...projects, ...changes } };
    return /<h2.*>Projects<.*Atlas/s.test(await render({ sections }));
  };
  expect(await shows({})).toBe(true);
  expect(await shows({ onLanding: false })).toBe(false);
  expect(await shows({ visible: false })).toBe(false);
  expect(await shows({ items: [] })).toBe(false);
  const withPage = { ...project, name: 'Tides', id: 'tides' };
  const sections = (items: (typeof project)[]) => ({
    sections: { ...stored.sections, projects: { ...projects, items } },
  });
  expect(await render(sections([project]))).not.toContain('href="/projects');
  expect(await render(sections([project, withPage]))).toMatch(
    /class="_pictures.*>Atlas<\/h3>.*<a [^>]*href="\/projects\/tides"[^>]*>Tides<\/a><\/h3>/s,
  );
});

it('shows the six newest visible posts', async () => {
  const posts = Array.from({ length: 9 }, (_, day) =>
    samplePost(`post-${day}`, { hidden: day === 8, createdAt: `2030-01-0${day + 1}T00:00:00Z` }),
  );
  const shown = [...(await render({ posts })).matchAll(/href="\/blogs\/(post-\d)"/g)].map(
    ([, id]) => id,
  );
  expect(shown).toEqual(['post-7', 'post-6', 'post-5', 'post-4', 'post-3', 'post-2']);
});

it('announces posts while none is visible', async () => {
  const html = await render({ posts: [samplePost('one', { hidden: true })] });
  expect(html).toContain('Blog posts are on the way. Check back soon.');
});

it('says that no experiences are listed when there are none', async () => {
  expect(await render({ experiences: [] })).toContain('Nothing is listed here yet.');
});
