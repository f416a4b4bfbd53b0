import { expect, test } from 'vitest';
import { detailedSubject, joinSubjects, subjectOfChanges } from './commit-subject.ts';

test('one post is named by its title, and several are counted', () => {
  expect(subjectOfChanges('post', [['Create', ['Hi']]])).toBe('Create post "Hi"');
  expect(subjectOfChanges('post', [['Delete', ['A', 'B', 'C']]])).toBe('Delete 3 posts');
});

test('different changes follow one another', () => {
  const changes = [
    ['Create', ['A']],
    ['Update', ['B', 'C']],
    ['Hide', []],
    ['Delete', ['D']],
  ] as const;
  expect(subjectOfChanges('post', changes)).toBe(
    'Create post "A", update 2 posts, delete post "D"',
  );
});

test('there is no subject without changes', () => {
  expect(subjectOfChanges('post', [['Create', []]])).toBeUndefined();
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
  expect(joinSubjects('Upload 2 photos')).toBe('Upload 2 photos');
  expect(joinSubjects('Update profile: name', 'Update section copy')).toBe(
    'Update profile: name; section copy',
  );
  expect(joinSubjects('Create post "A"', 'Delete post "B"', 'Upload photo a.png')).toBe(
    'Create post "A"; delete post "B" with photo a.png',
  );
});
