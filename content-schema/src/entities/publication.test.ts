import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sortPosts } from './post-order.ts';
import type { PostHeading } from './post.ts';
import { isPublic, plannedTime, publicationMoments, type Dated } from './publication.ts';

const time = fc.integer({ min: -5, max: 5 }).map((hours) => hours * 3_600_000);
const date = fc.option(
  time.map((ms) => new Date(ms).toISOString()),
  { nil: undefined },
);
const posts = fc.record(
  { hidden: fc.boolean(), publishDate: date, createdAt: date, updatedAt: date, expiryDate: date },
  { requiredKeys: ['hidden'] },
) as fc.Arbitrary<Dated & Pick<PostHeading, 'hidden' | 'expiryDate'>>;

it('is public from its publication until it expires, and never while it is hidden', () => {
  const post = { hidden: false, createdAt: '2026-01-01', publishDate: '2026-02-01T09:00:00+01:00' };
  const moment = Date.parse('2026-02-01T08:00:00Z');
  expect([moment - 1, moment].map((now) => isPublic(post, now))).toEqual([false, true]);
  expect(plannedTime(post, moment - 1)).toBe(moment);
  expect(plannedTime(post, moment)).toBeUndefined();
  expect(plannedTime({ ...post, hidden: true }, 0)).toBeUndefined();
  expect(plannedTime({ ...post, expiryDate: '2026-01-31' }, 0)).toBeUndefined();
  const expiring = { ...post, expiryDate: '2026-02-02' };
  const end = Date.parse('2026-02-02');
  expect([end - 1, end].map((now) => isPublic(expiring, now))).toEqual([true, false]);
  expect(isPublic({ hidden: false }, 0)).toBe(true);
  expect(isPublic({ ...post, hidden: true }, moment)).toBe(false);
});

it('lets the plan decide if there is also a date', () => {
  const post = { hidden: false, createdAt: '2031-01-01', publishDate: '2020-01-01' };
  expect(isPublic(post, Date.parse('2025-01-01'))).toBe(true);
});

it('changes at no other time than at its moments', () => {
  fc.assert(
    fc.property(posts, time, time, (post, one, other) => {
      const moments = publicationMoments(post);
      const isBetween = (moment: number) =>
        Math.min(one, other) < moment && moment <= Math.max(one, other);
      if (!moments.some(isBetween)) expect(isPublic(post, one)).toBe(isPublic(post, other));
    }),
  );
});

it('shows the post that became public last before all that were not changed since', () => {
  fc.assert(
    fc.property(fc.array(posts, { maxLength: 6 }), time, (all, now) => {
      const planned = { hidden: false, createdAt: new Date(-9e9).toISOString() };
      const newest = { ...planned, publishDate: new Date(now).toISOString(), isNew: true };
      const isOlder = (post: Dated) =>
        [post.updatedAt, post.createdAt, post.publishDate].every(
          (text) => text === undefined || Date.parse(text) < now,
        );
      expect(sortPosts([...all.filter(isOlder), newest])[0]).toBe(newest);
    }),
  );
});
