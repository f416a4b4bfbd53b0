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

const linesOf = (...commits: CommitSummary[]) =>
  daysOf(commits, by).map(({ batches }) => batches.map(({ name }) => name));

const of = (verb: string, noun: string, name?: string): Partial<CommitSummary> => ({
  kind: { verb, noun, ...(name !== undefined && { name }) },
});

it('groups the same action on several things into one line', () => {
  expect(
    linesOf(
      commit('Upload photo a.png', of('Upload', 'photo', 'a.png')),
      commit('Upload photo b.png', of('Upload', 'photo', 'b.png')),
      commit('Upload 2 photos', { kind: { verb: 'Upload' } }),
      commit('Delete photo c.png', of('Delete', 'photo', 'c.png')),
      commit('Hide post "A"', of('Hide', 'post', 'A')),
      commit('Hide post "B"', of('Hide', 'post', 'B')),
    ),
  ).toEqual([['Upload 2 photos', 'Upload 2 photos', 'Delete photo c.png', 'Hide 2 posts']]);
});

it('groups repeated changes of one thing into one line', () => {
  expect(
    linesOf(
      commit('Update post "A: B": title', of('Update', 'post', 'A: B')),
      commit('Update post "A: B"', of('Update', 'post', 'A: B')),
      commit('Update post "C"', of('Update', 'post', 'C')),
      commit('Update profile: tagline', of('Update', 'profile')),
      commit('Update profile: email', of('Update', 'profile')),
      commit('Update profile: email; site: title', { kind: { verb: 'Update' } }),
      commit('Update profile: email; site: title', { kind: { verb: 'Update' } }),
    ),
  ).toEqual([
    [
      'Update post “A: B” 2 times',
      'Update post “C”',
      'Update profile 2 times',
      'Update profile: email; site: title',
      'Update profile: email; site: title',
    ],
  ]);
});

it('shows commits that say no kind one by one', () => {
  const subjects = ['Upload photo a.png', 'Upload photo b.png'];
  expect(linesOf(...subjects.map((subject) => commit(subject)))).toEqual([subjects]);
});

it('keeps changes by different people or on different days apart', () => {
  const [push, earlier] = [
    { ...of('Update', 'profile'), author: grace, origin: 'push' },
    { date: '2026-01-20T12:00:00.000Z' },
  ] as const;
  expect(
    linesOf(
      commit('Update profile: tagline', of('Update', 'profile')),
      commit('Update profile: tagline', push),
      commit('Update profile: tagline', { ...push, ...earlier }),
    ),
  ).toEqual([['Update profile: tagline', 'Update profile: tagline'], ['Update profile: tagline']]);
});

it('names who made a change, and where', () => {
  expect(by(commit('Save', { author: { name: 'A bot', email: 'bot@example.com' } }))).toBe('You');
  expect(by(commit('Push', { origin: 'push' }))).toBe('You, pushed');
  expect(by(commit('Push', { origin: 'push', author: grace }))).toBe('Grace, pushed');
  expect(by(commit('Merge', { origin: 'github', author: grace }))).toBe('Grace, at GitHub');
});

it('lists a post that became public among the changes of its day, apart from them', () => {
  const heading = { title: 'Tides', tags: [], hidden: false };
  const publishDates = ['2026-02-01T09:00:00Z', '2026-01-31T12:30:00Z', '2026-01-31T11:00:00Z'];
  const posts = [...publishDates, '2026-01-19T00:00:00Z', '2131-01-01T00:00:00Z'].map(
    (publishDate, index) => ({ ...heading, id: `p${index}`, publishDate }),
  );
  const edit = of('Update', 'post', 'A');
  const commits = [
    commit('Update post "A"', { ...edit, date: '2026-01-31T12:45:00.000Z' }),
    commit('Update post "A": title', edit),
    commit('Create post "A"', { date: '2026-01-20T12:00:00.000Z' }),
  ];
  const published = publishedBetween(posts, Date.parse('2026-01-20T12:00:00Z'));
  expect(published.map(({ post }) => post.id)).toEqual(['p0', 'p1', 'p2']);
  const hiddenPosts = posts.map((post) => ({ ...post, hidden: true }));
  expect(publishedBetween(hiddenPosts, 0)).toEqual([]);
  const became = '“Tides” became public';
  expect(
    daysOf(commits, by, published).map(({ batches }) => batches.map(({ name }) => name)),
  ).toEqual([
    [became],
    ['Update post “A”', became, 'Update post “A”: title', became],
    ['Create post “A”'],
  ]);
});
