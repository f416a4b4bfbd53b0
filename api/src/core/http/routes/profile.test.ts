import type { Profile, ProfileResponse } from 'content-schema';
import { expect, test } from 'vitest';
import { commitsOf, git } from '../../../../test/git.ts';
import { messageOf, readContent } from '../../../../test/github/edits.ts';
import { issuesOf, json, savedCommit, statusAndBody } from '../../../../test/responses.ts';
import { startAsAdmin } from '../../../../test/start-test-server.ts';

const start = async (stored?: string) => {
  const files = stored === undefined ? {} : { files: { 'profile.json': stored } };
  const server = await startAsAdmin(files);
  const { admin, repository } = server;
  const { profile } = await readContent(admin);
  return {
    ...server,
    profile,
    commits: () => commitsOf(repository),
    changedLines: () => git(repository, 'diff', '--numstat', 'main~', 'main'),
    base: { 'content-revision': commitsOf(repository)[0] ?? '' },
    put: (fields: object, headers: Record<string, string> = {}) =>
      admin.put('/api/profile', { ...profile, ...fields }, headers),
    readProfile: async () => (await readContent(admin)).profile,
  };
};

const highlight = (value: string) => ({ value, enabled: true });

test('a save is one commit that changes only the edited line, and one without a change is none', async () => {
  const { profile, put, readProfile, repository, commits, changedLines } = await start();
  const unchanged = await put({});
  expect(await savedCommit(unchanged)).toBe('');
  expect(unchanged.headers.get('content-revision')).toBe(commits()[0]);
  const tagline = 'A new tagline';
  const response = await put({ tagline });
  expect(commits()).toHaveLength(2);
  expect(response.headers.get('content-revision')).toBe(commits()[0]);
  expect(await response.json()).toEqual({ ...profile, tagline });
  expect(changedLines()).toBe('1\t1\tprofile.json\n');
  expect(git(repository, 'log', '-1', '--format=%an <%ae>%n%B')).toMatch(
    /^Marit Ashgrove <ada@example.com>\nUpdate profile: tagline\n\nKind: Update profile\nOperation-Id: [0-9A-Z]{26}\n/,
  );
  expect(await readProfile()).toMatchObject({ tagline });
});

test('the enabled flags and the HTML of the client are ignored, and HTML is returned', async () => {
  const { put, show } = await start();
  const saved = await json<ProfileResponse>(
    put({
      summary: '**Bold**\nnext',
      summaryHtml: '<script>',
      highlightsEnabled: false,
      availability: highlight('Now'),
    }),
  );
  expect(saved.availability).toEqual({ value: 'Now', enabled: false });
  expect(saved.summaryHtml.trim()).toBe('<p><strong>Bold</strong><br>\nnext</p>');
  expect(show('profile.json')).not.toContain('summaryHtml');
});

test('the server enforces every rule of the form, and nothing is written', async () => {
  const { put, commits } = await start('{}');
  const good = {
    contactVisibility: { email: true, linkedin: true, github: true },
    social: { linkedin: 'linkedin.com/in/ada', github: 'github.com/ada' },
    highlightsEnabled: true,
    location: 'Lisbon',
    availability: highlight('Soon'),
    focusAreas: highlight('Git'),
  };
  const rules: readonly (readonly [change: Partial<Profile>, ...issues: string[]])[] = [
    [
      { email: 'ada at example.com', availability: highlight(''), focusAreas: highlight(' ') },
      'email: Enter a valid email address',
      'availability.value: Availability is required when highlights are visible',
      'focusAreas.value: Focus areas are required when highlights are visible',
    ],
    [
      { tagline: 'x'.repeat(161), focusAreas: highlight('x'.repeat(81)) },
      'tagline: Tagline must be 160 characters or fewer',
      'focusAreas.value: Focus areas must be 80 characters or fewer',
    ],
    [
      {
        location: ' ',
        social: { linkedin: '', github: '' },
        availability: highlight('x'.repeat(51)),
      },
      'availability.value: Availability must be 50 characters or fewer',
      'location: Location is required when highlights are visible',
      'social.linkedin: Add a LinkedIn URL or hide the link',
      'social.github: Add a GitHub URL or hide the link',
    ],
  ];
  for (const [change, ...issues] of rules) {
    expect(await issuesOf(put({ ...good, ...change }))).toEqual(issues);
  }
  expect(commits()).toHaveLength(1);
  await savedCommit(put(good));
});

test('a highlight that was disabled by hand is enabled by a save, like in the form', async () => {
  const { push, put, readProfile, show } = await start();
  const stored = show('profile.json');
  await push({ 'profile.json': stored.replace('"enabled": true', '"enabled": false') });
  expect((await readProfile()).availability.enabled).toBe(false);
  expect(await json(put({}))).toMatchObject({ availability: { enabled: true } });
  expect(show('profile.json')).toBe(stored);
});

test('two edits of one field are a conflict that shows all sides, until the present one is edited', async () => {
  const { profile, put, readProfile, base, commits } = await start();
  await put({ name: 'Theirs', title: 'Theirs' }, base);
  const mine = { name: 'Mine', tagline: 'Mine' };
  const [revision = ''] = commits();
  const sides = { base: profile.name, theirs: 'Theirs', mine: 'Mine' };
  expect(await statusAndBody(put(mine, base))).toEqual([
    409,
    {
      code: 'MergeConflict',
      message: 'This was changed elsewhere in the meantime. Choose which version to keep.',
      revision,
      conflicts: [{ file: 'profile.json', field: 'name', ...sides }],
    },
  ]);
  expect(commits()).toHaveLength(2);
  const decided = { ...mine, title: 'Theirs' };
  await savedCommit(put(decided, { 'content-revision': revision }));
  expect(await readProfile()).toMatchObject(decided);
});

test('a field that is not sent keeps its stored value, also one that others have saved since', async () => {
  const { admin, profile, put, base, changedLines } = await start();
  const { tagline: _, location: __, ...others } = profile;
  const { linkedin } = profile.social;
  const sent = { ...others, name: 'Bea', social: { linkedin } };
  await savedCommit(admin.put('/api/profile', sent));
  expect(changedLines()).toBe('1\t1\tprofile.json\n');
  await put({ name: 'Bea', tagline: 'Theirs' }, base);
  const mine = admin.put('/api/profile', { ...others, title: 'Mine' }, base);
  expect(await json(mine)).toMatchObject({ name: 'Bea', title: 'Mine', tagline: 'Theirs' });
  expect(await messageOf(await put({ location: '' }))).toBe(
    'Location is required when highlights are visible',
  );
});

test('a missing required field is reported, and nothing is written', async () => {
  const { admin, profile, commits } = await start();
  const { social: _, highlightsEnabled: __, ...others } = profile;
  const contactVisibility = { email: true, github: true };
  expect(await issuesOf(admin.put('/api/profile', { ...others, contactVisibility }))).toEqual(
    ['social', 'contactVisibility.linkedin', 'highlightsEnabled'].map(
      (field) => `${field}: ${field} is missing`,
    ),
  );
  expect(commits()).toHaveLength(1);
});
