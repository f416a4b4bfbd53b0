import type {
  ContentSummaryResponse,
  ErrorResponseBody,
  Profile,
  ProfileResponse,
} from 'content-schema';
import { expect, test } from 'vitest';
import { commitsOf, git } from '../../../../test/git.ts';
import { startTestServer } from '../../../../test/start-test-server.ts';
import type { TestClient } from '../../../../test/test-client.ts';

const readProfile = async (client: TestClient): Promise<ProfileResponse> =>
  ((await (await client.get('/api/content?posts=summary')).json()) as ContentSummaryResponse)
    .profile;

const highlight = (value: string) => ({ value, enabled: true });

test('a save is one commit that changes only the edited line', async () => {
  const { signIn, repository } = await startTestServer();
  const admin = await signIn();
  const profile = await readProfile(admin);
  const response = await admin.put('/api/profile', { ...profile, tagline: 'A new tagline' });
  expect(response.status).toBe(200);
  const [head, ...older] = commitsOf(repository);
  expect(older).toHaveLength(1);
  expect(response.headers.get('content-revision')).toBe(head);
  expect(await response.json()).toEqual({ ...profile, tagline: 'A new tagline' });
  expect(git(repository, 'diff', '--numstat', 'main~', 'main')).toBe('1\t1\tprofile.json\n');
  expect(git(repository, 'log', '-1', '--format=%an <%ae>%n%B')).toMatch(
    /^Marit Ashgrove <ada@example.com>\nUpdate profile: tagline\n\nKind: Update profile\nOperation-Id: [0-9A-Z]{26}\n/,
  );
  expect(await readProfile(admin)).toMatchObject({ tagline: 'A new tagline' });
});

test('saving unchanged fields makes no commit', async () => {
  const { signIn, repository } = await startTestServer();
  const admin = await signIn();
  const profile = await readProfile(admin);
  const first = await admin.put('/api/profile', profile);
  expect(first.status).toBe(200);
  expect(commitsOf(repository)).toHaveLength(1);
  expect(first.headers.get('content-revision')).toBe(commitsOf(repository)[0]);
});

test('the enabled flags of highlights are derived, not taken from the client', async () => {
  const { signIn } = await startTestServer();
  const admin = await signIn();
  const profile = await readProfile(admin);
  const sent: Profile = {
    ...profile,
    highlightsEnabled: false,
    availability: { value: 'Now', enabled: true },
  };
  const saved = (await (await admin.put('/api/profile', sent)).json()) as ProfileResponse;
  expect(saved.availability).toEqual({ value: 'Now', enabled: false });
});

test('Markdown is returned with its HTML, and HTML in the request is ignored', async () => {
  const { signIn, repository } = await startTestServer();
  const admin = await signIn();
  const profile = await readProfile(admin);
  const sent = { ...profile, summary: '**Bold**\nnext', summaryHtml: '<script>' };
  const saved = (await (await admin.put('/api/profile', sent)).json()) as ProfileResponse;
  expect(saved.summaryHtml.trim()).toBe('<p><strong>Bold</strong><br>\nnext</p>');
  expect(git(repository, 'show', 'main:profile.json')).not.toContain('summaryHtml');
});

test('all issues are reported at once and nothing is written', async () => {
  const { signIn, repository } = await startTestServer();
  const admin = await signIn();
  const profile = await readProfile(admin);
  const response = await admin.put('/api/profile', {
    ...profile,
    location: '',
    social: { linkedin: '', github: '' },
    availability: { value: 'x'.repeat(51), enabled: true },
  });
  expect(response.status).toBe(400);
  expect(await response.json()).toEqual({
    code: 'InvalidInput',
    message: 'Availability must be 50 characters or fewer',
    issues: [
      { path: 'availability.value', message: 'Availability must be 50 characters or fewer' },
      { path: 'location', message: 'Location is required when highlights are visible' },
      { path: 'social.linkedin', message: 'Add a LinkedIn URL or hide the link' },
      { path: 'social.github', message: 'Add a GitHub URL or hide the link' },
    ],
  });
  expect(commitsOf(repository)).toHaveLength(1);
});

test.each<[message: string, change: Partial<Profile>]>([
  ['Location is required when highlights are visible', { location: ' ' }],
  ['Availability is required when highlights are visible', { availability: highlight('') }],
  ['Focus areas are required when highlights are visible', { focusAreas: highlight(' ') }],
  ['Availability must be 50 characters or fewer', { availability: highlight('x'.repeat(51)) }],
  ['Focus areas must be 80 characters or fewer', { focusAreas: highlight('x'.repeat(81)) }],
  ['Tagline must be 160 characters or fewer', { tagline: 'x'.repeat(161) }],
  ['Enter a valid email address', { email: 'ada at example.com' }],
  ['Add a LinkedIn URL or hide the link', { social: { linkedin: '', github: 'github.com/a' } }],
  ['Add a GitHub URL or hide the link', { social: { linkedin: 'linkedin.com/a', github: '' } }],
])('%s', async (message, change) => {
  const { signIn, repository } = await startTestServer({ files: new Map() });
  const admin = await signIn();
  const contactVisibility = { email: true, linkedin: true, github: true };
  const good = {
    ...(await readProfile(admin)),
    contactVisibility,
    social: { linkedin: 'linkedin.com/in/ada', github: 'github.com/ada' },
    highlightsEnabled: true,
    location: 'Lisbon',
    availability: highlight('Soon'),
    focusAreas: highlight('Git'),
  };
  const response = await admin.put('/api/profile', { ...good, ...change });
  expect(response.status).toBe(400);
  const { issues } = (await response.json()) as ErrorResponseBody;
  expect(issues?.map((issue) => issue.message)).toEqual([message]);
  expect(commitsOf(repository)).toHaveLength(1);
  expect((await admin.put('/api/profile', good)).status).toBe(200);
});

test('saves that arrive together are all kept, one commit each', async () => {
  const { signIn, repository } = await startTestServer();
  const admin = await signIn();
  const profile = await readProfile(admin);
  const names = ['One', 'Two', 'Three', 'Four', 'Five'];
  const responses = await Promise.all(
    names.map((name) => admin.put('/api/profile', { ...profile, name })),
  );
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect(commitsOf(repository)).toHaveLength(1 + names.length);
});

test('clients that prefer plain text get only the message', async () => {
  const { visitor } = await startTestServer();
  const response = await visitor.put('/api/profile', {}, { accept: 'text/plain' });
  expect(response.status).toBe(401);
  expect(response.headers.get('content-type')).toMatch(/^text\/plain/);
  expect(await response.text()).toBe('Authentication required');
});

test('a profile that was written by hand is sent back without changing a byte', async () => {
  const text = `{"name":" Ada ", "contactVisibility":{"email":false}, "pronouns":"she/her",
    "highlightsEnabled":true, "location":"Lisbon", "tagline":"Hello\\u0020",
    "focusAreas":{"value":"Git","enabled":true}, "availability":{"enabled":true, "value":"Now "}}`;
  const files = new Map([['profile.json', Buffer.from(text)]]);
  const { signIn, repository } = await startTestServer({ files });
  const admin = await signIn();
  const profile = await readProfile(admin);
  expect((await admin.put('/api/profile', profile)).status).toBe(200);
  expect(commitsOf(repository)).toHaveLength(1);
  await admin.put('/api/profile', { ...profile, name: 'Bea' });
  expect(git(repository, 'show', 'main:profile.json')).toBe(text.replace('" Ada "', '"Bea"'));
});

test('a highlight that was disabled by hand is enabled by a save, like in the form', async () => {
  const { signIn, repository } = await startTestServer();
  const admin = await signIn();
  const profile = await readProfile(admin);
  const stored = git(repository, 'show', 'main:profile.json');
  const byHand = stored.replace('"enabled": true', '"enabled": false');
  const other = await startTestServer({ files: new Map([['profile.json', Buffer.from(byHand)]]) });
  const otherAdmin = await other.signIn();
  expect((await readProfile(otherAdmin)).availability.enabled).toBe(false);
  const saved = await otherAdmin.put('/api/profile', profile);
  expect(((await saved.json()) as ProfileResponse).availability.enabled).toBe(true);
  expect(git(other.repository, 'show', 'main:profile.json')).toBe(stored);
});

test('two edits of one field are a conflict that shows all sides, and nothing is written', async () => {
  const { signIn, repository } = await startTestServer();
  const admin = await signIn();
  const profile = await readProfile(admin);
  const base = { 'content-revision': commitsOf(repository)[0] ?? '' };
  await admin.put('/api/profile', { ...profile, name: 'Theirs', title: 'Theirs' }, base);
  const mine = { ...profile, name: 'Mine', tagline: 'Mine' };
  const response = await admin.put('/api/profile', mine, base);
  expect(response.status).toBe(409);
  const revision = commitsOf(repository)[0];
  expect(await response.json()).toEqual({
    code: 'MergeConflict',
    message: 'This was changed elsewhere in the meantime. Choose which version to keep.',
    revision,
    conflicts: [
      { file: 'profile.json', field: 'name', base: profile.name, theirs: 'Theirs', mine: 'Mine' },
    ],
  });
  expect(commitsOf(repository)).toHaveLength(2);

  const decided = { ...mine, title: 'Theirs' };
  const again = await admin.put('/api/profile', decided, { 'content-revision': revision ?? '' });
  expect(again.status).toBe(200);
  expect(await readProfile(admin)).toMatchObject({
    name: 'Mine',
    title: 'Theirs',
    tagline: 'Mine',
  });
});

test('a malformed revision is refused', async () => {
  const { signIn } = await startTestServer();
  const admin = await signIn();
  const profile = await readProfile(admin);
  const response = await admin.put('/api/profile', profile, { 'content-revision': 'main' });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ message: 'Content-Revision must be a commit id' });
});

test('edits from a commit that no longer exists are compared with the current content', async () => {
  const { signIn, repository } = await startTestServer();
  const admin = await signIn();
  const profile = await readProfile(admin);
  const deleted = { 'content-revision': 'f'.repeat(40) };
  expect((await admin.put('/api/profile', profile, deleted)).status).toBe(200);
  const response = await admin.put('/api/profile', { ...profile, name: 'Mine' }, deleted);
  expect(response.status).toBe(409);
  expect(await response.json()).toMatchObject({ conflicts: [{ field: 'name', mine: 'Mine' }] });
  expect(commitsOf(repository)).toHaveLength(1);
});

test('a field that is not sent keeps its stored value', async () => {
  const { signIn, repository } = await startTestServer();
  const admin = await signIn();
  const { tagline: _, location: __, ...profile } = await readProfile(admin);
  const response = await admin.put('/api/profile', {
    ...profile,
    name: 'Bea',
    social: { linkedin: profile.social.linkedin },
  });
  expect(response.status).toBe(200);
  expect(git(repository, 'diff', '--numstat', 'main~', 'main')).toBe('1\t1\tprofile.json\n');
  const again = await admin.put('/api/profile', { ...profile, name: 'Bea', location: '' });
  expect(await again.json()).toMatchObject({
    message: 'Location is required when highlights are visible',
  });
});

test('a field that is not sent keeps the value that others have saved since', async () => {
  const { signIn, repository } = await startTestServer();
  const admin = await signIn();
  const profile = await readProfile(admin);
  const base = { 'content-revision': commitsOf(repository)[0] ?? '' };
  await admin.put('/api/profile', { ...profile, tagline: 'Theirs' }, base);
  const { tagline: _, ...mine } = profile;
  const response = await admin.put('/api/profile', { ...mine, name: 'Mine' }, base);
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({ name: 'Mine', tagline: 'Theirs' });
});

test('a missing required field is reported, and nothing is written', async () => {
  const { signIn, repository } = await startTestServer();
  const admin = await signIn();
  const { social: _, highlightsEnabled: __, ...profile } = await readProfile(admin);
  const contactVisibility = { email: true, github: true };
  const response = await admin.put('/api/profile', { ...profile, contactVisibility });
  expect(response.status).toBe(400);
  const { issues } = (await response.json()) as ErrorResponseBody;
  expect(issues?.map(({ message }) => message)).toEqual([
    'social is missing',
    'contactVisibility.linkedin is missing',
    'highlightsEnabled is missing',
  ]);
  expect(commitsOf(repository)).toHaveLength(1);
});
