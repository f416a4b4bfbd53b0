// Needs: history, previews
import {
  experiencesFields,
  profileFields,
  sectionsFields,
  siteFields,
  type PreviewResponse,
} from 'content-schema';
import type { Field } from 'content-schema/fields';
import { execFileSync } from 'node:child_process';
import { ODD_TEXTS, oddMarkdown } from 'fixtures/odd-texts';
import { filledWith } from 'fixtures/sample-value';
import { expect, test } from 'vitest';
import { CALLS, enter, sendCall, startForCalls } from './calls.ts';

/** What has been saved or pushed can be opened, whatever it is. */

const HEAD_KEYS = ['title', 'description', 'date', 'createdAt', 'updatedAt', 'slug', 'image'];

const postFile = (text: string): string => {
  const value = JSON.stringify(text);
  const head = [...HEAD_KEYS.map((key) => `${key}: ${value}`), `tags: [${value}]`];
  return `---\n${head.join('\n')}\n---\n\n${oddMarkdown(text)}\n`;
};

const JSON_FILES: Readonly<Record<string, Field>> = {
  'site.json': siteFields,
  'profile.json': profileFields,
  'sections.json': sectionsFields,
  'experiences.json': experiencesFields,
};

/** Names of files that git and Linux allow. */
const NAMES = ['%FF', '%', '%2e%2e', 'a b', 'a?b#c', 'e\u0301', '"', "'", '\u202E', '~', 'new'];

/** The file of a post and of a photo for each text. */
const FILES = new Map(
  ODD_TEXTS.flatMap((text, index): [string, Buffer][] => {
    const name = NAMES[index] ?? `odd-${index}`;
    const details = { alt: text, caption: text, colour: text, focus: text, createdAt: text };
    return [
      [`posts/${name}.md`, Buffer.from(postFile(text))],
      [`photos/${name}/photo.json`, Buffer.from(JSON.stringify(details))],
      [`photos/${name}/a.svg`, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ];
  }),
);

const jsonFilesWith = (text: string): Map<string, Buffer> =>
  new Map(
    Object.entries(JSON_FILES).map(([path, field]) => [
      path,
      Buffer.from(JSON.stringify(filledWith(field, text))),
    ]),
  );

/** The calls whose responses contain texts of the site. */
const READS = CALLS.filter(({ name }) =>
  /^GET (?!.*\/(?:backup|history|media|livez|healthz|robots|apple|auth|store|connection|icons|favicon.ico))/.test(
    name,
  ),
);

test('whatever was pushed, every call that reads can be made', async () => {
  const server = await startForCalls();
  const { outsider, content, visitor } = server;
  const { admin, context } = await enter(server);
  const push = async (message: string, changes: ReadonlyMap<string, Buffer>) => {
    const expectedHead = await outsider.head();
    await outsider.commit({ expectedHead, message, operationId: message, changes });
    return content.reader.refresh();
  };
  const previewOf = async (commit: string): Promise<string> => {
    const body = { of: 'commit', name: commit, hours: 1 };
    const response = await admin.post('/api/admin/previews', body);
    return new URL(((await response.json()) as PreviewResponse).url).pathname;
  };
  const failures: string[] = [];
  const check = (what: string, { status }: Response): void => {
    if (status >= 500) failures.push(`${status} ${what}`);
  };
  const checkReads = async (content: string): Promise<void> => {
    // Drawing a card takes as long as all other calls, and plain characters are drawn alike.
    const isPlain = /^[ -~]+$/.test(content) && !/[<&\\]/.test(content);
    const reads = READS.filter(({ name }) => !isPlain || !name.includes('share-card'));
    const responses = await Promise.all(reads.map((call) => sendCall(admin, call, context)));
    responses.forEach((response, at) => check(`${reads[at]?.name} with ${content}`, response));
  };
  for (const [index, text] of ODD_TEXTS.entries()) {
    const { revision: commit } = await push(`Texts ${index}\n`, jsonFilesWith(text));
    await checkReads(JSON.stringify(text));
    check(`past with ${text}`, await admin.get(`/past/${commit}/`));
    check(`preview with ${text}`, await visitor.get(await previewOf(commit)));
  }
  const { posts, photos, revision } = await push('Posts\n', FILES);
  expect(posts.length).toBeGreaterThan(ODD_TEXTS.length);
  await checkReads('odd posts');
  const preview = await previewOf(revision);
  for (const id of posts.map((post) => encodeURIComponent(post.id))) {
    const paths = [`/blogs/${id}`, `/api/posts/${id}`, `${preview}blogs/${id}`];
    for (const path of paths) check(path, await visitor.get(path));
    check(`past ${id}`, await admin.get(`/past/${revision}/blogs/${id}`));
  }
  for (const { id } of photos) {
    check(`photo ${id}`, await visitor.get(`/photos/${encodeURIComponent(id)}?w=160`));
  }
  expect(failures).toEqual([]);
}, 180_000);

test.each(['99999999999999', '-99999999999999', '9'.repeat(400)])(
  'a commit made %s seconds after 1970 is listed',
  async (seconds) => {
    const server = await startForCalls();
    const { admin } = await enter(server);
    const inRepository = (input: string | undefined, ...args: string[]): string =>
      execFileSync('git', ['-C', server.repository, ...args], { input, encoding: 'utf8' }).trim();
    const commit = inRepository(undefined, 'cat-file', 'commit', 'main')
      .replace(/^parent .*/m, `parent ${inRepository(undefined, 'rev-parse', 'main')}`)
      .replace(/^(author|committer) .*/gm, `$1 Ada <ada@example.com> ${seconds} +0000`);
    const sha = inRepository(commit, 'hash-object', '-t', 'commit', '-w', '--literally', '--stdin');
    inRepository(undefined, 'update-ref', 'refs/heads/main', sha);
    await server.content.reader.refresh();
    const ofCommit = [`/api/history/${sha}`, `/api/history/${sha}/site`];
    const compared = ['to', 'from'].map((side) => `/api/compare?${side}=${sha}`);
    for (const path of ['/api/history', ...ofCommit, ...compared, '/']) {
      expect([path, (await admin.get(path)).status]).toEqual([path, 200]);
    }
  },
);

test('a text is saved, or refused with the name of its field', async () => {
  const server = await startForCalls();
  const { admin } = await enter(server);
  const responses: string[] = [];
  const save = async (path: string, text: string, value: unknown): Promise<void> => {
    const { status } = await admin.put(path, value);
    if (status !== 200 && status !== 400) responses.push(`${status} ${path} ${text}`);
  };
  for (const text of ODD_TEXTS) {
    await save('/api/posts/one', text, {
      ...{ title: text, description: text, tags: [text], hidden: false },
      ...{ content: oddMarkdown(text), createdAt: text, updatedAt: text },
    });
    await save('/api/posts/one', text, { title: text, content: oddMarkdown(text), tags: [text] });
    for (const [file, field] of Object.entries(JSON_FILES)) {
      await save(`/api/${file.replace('.json', '')}`, text, filledWith(field, text));
    }
  }
  expect(responses).toEqual([]);
});
