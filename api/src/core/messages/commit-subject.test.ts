import { expect, test } from 'vitest';
import { detailedSubject, joinSummaries, summaryOf, summaryOfChanges } from './commit-subject.ts';

test('one post is named by its title, and several are counted', () => {
  expect(summaryOfChanges('post', [['Create', ['Hi']]])).toEqual({
    subject: 'Create post "Hi"',
    kind: { verb: 'Create', noun: 'post', name: 'Hi' },
  });
  expect(summaryOfChanges('post', [['Delete', ['A', 'B', 'C']]])).toEqual({
    subject: 'Delete 3 posts',
    kind: { verb: 'Delete' },
  });
});

test('different changes follow one another', () => {
  const changes = [
    ['Create', ['A']],
    ['Update', ['B', 'C']],
    ['Hide', []],
    ['Delete', ['D']],
  ] as const;
  expect(summaryOfChanges('post', changes)).toEqual({
    subject: 'Create post "A", update 2 posts, delete post "D"',
    kind: { verb: 'Create' },
  });
});

test('there is no subject without changes', () => {
  expect(summaryOfChanges('post', [['Create', []]])).toBeUndefined();
});

test('the changed fields follow the subject, each once', () => {
  expect(detailedSubject('Update profile', ['tagline', 'email', 'tagline'])).toBe(
    'Update profile: tagline, email',
  );
  expect(detailedSubject('Update profile', [])).toBe('Update profile');
});

test('fields that do not fit into 72 characters are counted', () => {
  const names = ['name', 'title', 'tagline', 'summary', 'location', 'email', 'LinkedIn URL'];
  expect(detailedSubject('Update profile', names)).toBe(
    'Update profile: name, title, tagline, summary, location and 2 more',
  );
  const long = `Update post "${'a'.repeat(58)}"`;
  expect(detailedSubject(long, ['tags'])).toBe(long);
});

test('the parts of a save share a verb, and photos belong to the rest', () => {
  const update = (noun: string, details = '') => ({
    subject: `Update ${noun}${details}`,
    kind: { verb: 'Update', noun },
  });
  const photos = { subject: 'Upload 2 photos', kind: { verb: 'Upload' } };
  const created = summaryOf('Create', 'post', ['A']);
  expect(joinSummaries(photos)).toBe(photos);
  expect(joinSummaries(update('profile', ': name'), update('section copy'))).toEqual({
    subject: 'Update profile: name; section copy',
    kind: { verb: 'Update' },
  });
  expect(joinSummaries(created, summaryOf('Delete', 'post', ['B']), photos)).toEqual({
    subject: 'Create post "A"; delete post "B" with 2 photos',
    kind: { verb: 'Create' },
  });
  expect(joinSummaries(created, photos)).toEqual({
    subject: 'Create post "A" with 2 photos',
    kind: created.kind,
  });
});
