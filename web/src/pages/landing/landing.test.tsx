import type { ContentSummaryResponse, PostSummary, Profile } from 'content-schema';
import { presentContentFiles } from 'content-schema/content-response';
import { readDefaultContent } from 'fixtures/default-content';
import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { expect, it } from 'vitest';
import { landingView } from '../../data/page-views.ts';
import { Landing } from './landing.tsx';

const stored = presentContentFiles(await readDefaultContent());
const summaries = stored.posts.map((post) => ({ ...post, excerpt: 'An excerpt' }));

const render = (changes: Partial<ContentSummaryResponse> = {}, error?: string) => {
  const content = { ...stored, posts: summaries, ...changes };
  return renderToStaticMarkup(
    <StaticRouter location="/">
      <Landing
        frame={content}
        error={error}
        year={2031}
        view={landingView(content, content.posts)}
      />
    </StaticRouter>,
  );
};

const withProfile = (changes: Partial<Profile>) =>
  render({ profile: { ...stored.profile, ...changes } });

const post = (changes: Partial<PostSummary>): PostSummary => ({
  id: 'one',
  title: 'One',
  tags: [],
  hidden: false,
  excerpt: '',
  ...changes,
});

it('shows who this is, with one heading of the first level', () => {
  const html = render();
  expect(html.match(/<h1/g)).toHaveLength(1);
  expect(html).toContain('Marit Ashgrove</h1>');
  expect(html).toContain(stored.profile.summaryHtml);
  expect(html).toContain('© 2031 Marit Ashgrove');
  expect(html).toContain('linkedin.com/in/marit-ashgrove-sample</a>');
});

it('shows only the contacts that are visible and not empty', () => {
  const { social } = stored.profile;
  const contactVisibility = { email: false, linkedin: true, github: true };
  const html = withProfile({ contactVisibility, social: { ...social, github: ' ' } });
  for (const text of ['Say hello', 'Contact me', 'Email Marit', 'mailto:', 'Explore GitHub']) {
    expect(html).not.toContain(text);
  }
  expect(html).toContain('Connect on LinkedIn');
});

it('shows the highlights that have a value', () => {
  const html = withProfile({ availability: { value: ' ', enabled: true } });
  expect(html).toContain('<dt>Location</dt>');
  expect(html).toContain('<dt>Focus areas</dt>');
  expect(html).not.toContain('Availability');
});

it('shows no highlights when they are off', () => {
  expect(withProfile({ highlightsEnabled: false })).not.toContain('<dl');
});

it('shows all experiences, whose skills lead to the posts about them', () => {
  const html = render();
  for (const { role } of stored.experiences) expect(html).toContain(role);
  expect(html).toMatch(/href="\/blogs\/tags\/graph%20theory"[^>]*>Graph theory</);
  expect(html).toMatch(/href="\/experiences"[^>]*>Experiences</);
  expect(html).toMatch(/href="\/experiences"[^>]*>See full list</);
});

it('shows the six newest posts that are not hidden', () => {
  const posts = Array.from({ length: 9 }, (_, day) =>
    post({ id: `post-${day}`, hidden: day === 8, createdAt: `2030-01-0${day + 1}T00:00:00Z` }),
  );
  const shown = [...render({ posts }).matchAll(/href="\/blogs\/(post-\d)"/g)].map(([, id]) => id);
  expect(shown).toEqual(['post-7', 'post-6', 'post-5', 'post-4', 'post-3', 'post-2']);
});

it('says that posts are on the way while none is visible', () => {
  const html = render({ posts: [post({ hidden: true })] });
  expect(html).toContain('Blog posts are on the way. Check back soon.');
});

it('shows the logo as home link only in logo mode, and the title otherwise', () => {
  const logo = { data: 'data:image/png;base64,AAAA', type: 'image/png', alt: 'Home' } as const;
  const site = { ...stored.site, title: 'My Site', logo };
  expect(render({ site: { ...site, homeButtonMode: 'text' } })).toContain('>my site<');
  const html = render({ site: { ...site, homeButtonMode: 'logo' } });
  expect(html).toMatch(/<img [^>]*alt="Home"/);
  expect(html).not.toContain('>my site<');
});

it('says why it does not show the stored content', () => {
  expect(render({}, 'Failed to load content')).toMatch(/role="alert">Failed to load content</);
});

it('carries no inline style or script, which the security policy forbids', () => {
  expect(render()).not.toMatch(/\sstyle=|<script(?! type="application\/ld\+json")|\son[a-z]+=/);
});
