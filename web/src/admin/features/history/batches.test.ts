import type { CommitSummary } from 'content-schema';
import { expect, it } from 'vitest';
import { publishedBetween } from './published-posts.ts';
import { daysOf } from './batches.ts';
import { authorName } from './author-name.ts';

const commit = (subject: string, change: Partial<CommitSummary> = {}): CommitSummary => ({
  sha: subject,
  subject,
  author: { name: 'Ada', email: 'ada@example.com' },
  date: '2026-01-31T12:00:00.000Z',
  origin: 'site',
  ...change,
});

const by = (summary: CommitSummary) => authorName(summary, 'ada@example.com');
const grace = { name: 'Grace', email: 'grace@example.com' };

const linesOf = (...days: Parameters<typeof daysOf>) =>
  daysOf(...days).map(({ batches }) => batches.map(({ name }) => name));

const did = (verb: string, noun: string, name?: string, change: Partial<CommitSummary> = {}) =>
  commit([verb, noun, name].filter(Boolean).join(' '), {
    kind: { verb, noun, ...(name !== undefined && { name }) },
    ...change,
  });
const push = { author: grace, origin: 'push' } as const;
const several = commit('Update profile: email; site: title', { kind: { verb: 'Update' } });

it.each([
  [
    'the same action on several things',
    [
      ...[did('Upload', 'photo', 'a.png'), did('Upload', 'photo', 'b.png')],
      ...[did('Delete', 'photo', 'c.png'), did('Hide', 'post', 'A'), did('Hide', 'post', 'B')],
    ],
    ['Upload 2 photos', 'Delete photo c.png', 'Hide 2 posts'],
  ],
  [
    'repeated changes of one thing',
    [
      ...[did('Update', 'post', 'A: B'), did('Update', 'post', 'A: B'), did('Update', 'post', 'C')],
      ...[did('Update', 'profile'), did('Update', 'profile'), several, several],
    ],
    [
      ...['Update post “A: B” 2 times', 'Update post C', 'Update profile 2 times'],
      ...[several.subject, several.subject],
    ],
  ],
  ['no commits without a kind', [commit('Upload a'), commit('Upload b')], ['Upload a', 'Upload b']],
  [
    'no changes by different people',
    [did('Update', 'profile'), did('Update', 'profile', undefined, push)],
    ['Update profile', 'Update profile'],
  ],
])('groups %s into one line', (_, commits, lines) => {
  expect(linesOf(commits, by)).toEqual([lines]);
});

it('names who made a change, and where', () => {
  expect(by(commit('Save', { author: { name: 'A bot', email: 'bot@example.com' } }))).toBe('You');
  expect(by(commit('Push', { origin: 'push' }))).toBe('You, pushed');
  expect(by(commit('Push', push))).toBe('Grace, pushed');
  expect(by(commit('Merge', { origin: 'github', author: grace }))).toBe('Grace, at GitHub');
});

it('lists a post that became public among the changes of its day, apart from them', () => {
  const heading = { title: 'Tides', tags: [], hidden: false };
  const publishDates = ['2026-02-01T09:00:00Z', '2026-01-31T12:30:00Z', '2026-01-31T11:00:00Z'];
  const posts = [...publishDates, '2026-01-19T00:00:00Z', '2131-01-01T00:00:00Z'].map(
    (publishDate, index) => ({ ...heading, id: `p${index}`, publishDate }),
  );
  const commits = [
    did('Update', 'post', 'A', { date: '2026-01-31T12:45:00.000Z' }),
    did('Update', 'post', 'A'),
    did('Update', 'post', 'A', { date: '2026-01-20T12:00:00.000Z' }),
  ];
  const published = publishedBetween(posts, Date.parse('2026-01-20T12:00:00Z'));
  expect(published.map(({ post }) => post.id)).toEqual(['p0', 'p1', 'p2']);
  const hiddenPosts = posts.map((post) => ({ ...post, hidden: true }));
  expect(publishedBetween(hiddenPosts, 0)).toEqual([]);
  const became = '“Tides” became public';
  expect(linesOf(commits, by, published)).toEqual([
    [became],
    ['Update post A', became, 'Update post A', became],
    ['Update post A'],
  ]);
});
