// Needs: proposals
import type { CompareResponse, ErrorResponseBody } from 'content-schema';
import { describe, expect, test } from 'vitest';
import { bothStores } from '../../../../test/both-stores.ts';
import type { TestFiles } from '../../../../test/files.ts';
import { issuesOf, json } from '../../../../test/responses.ts';
import { compare } from '../../../../test/compared.ts';

const PROFILE = '{\n  "name": "Ada",\n  "title": "Poet"\n}\n';
const TIDES = '---\ntitle: Tides\n---\n\nOne\n\nTwo\n\nThree\n';
const WIND = '---\ntitle: Wind\n---\n\nSee [tides](/blogs/tides).\n';
const FILES: TestFiles = {
  'profile.json': PROFILE,
  'posts/tides.md': TIDES,
  'posts/wind.md': WIND,
};

const namesOf = ({ files = [] }: CompareResponse) =>
  files.map(({ path, status, movedFrom }) => [status, path, movedFrom]);

describe.each(bothStores())('on $store', ({ open }) => {
  test('a commit is compared with its parent, file by file', async () => {
    const { site, admin } = await open(FILES);
    const from = await site.head();
    const to = await site.push({ 'posts/tides.md': null, 'posts/sea.md': TIDES });
    const { files, ...rest } = await compare(admin, { to });
    expect(rest).toEqual({ from, to });
    expect(namesOf({ ...rest, files })).toEqual([
      ['added', 'posts/sea.md', undefined],
      ['deleted', 'posts/tides.md', undefined],
    ]);
    expect(files[1]).toMatchObject({ before: { title: 'Tides' }, after: null });
    expect(await compare(admin, {})).toEqual({ ...rest, files });
    const first = await compare(admin, { to: from });
    expect([first.from, first.files.length]).toEqual([null, 3]);
  });

  test('only existing commits are compared, and only for the administrator', async () => {
    const { site, admin, visitor } = await open(FILES);
    const [head, none] = [await site.head(), '0'.repeat(40)];
    for (const query of [`from=${none}`, `to=${none}`, `from=${head}&to=${none}`]) {
      const response = await admin.get(`/api/compare?${query}`);
      const { code } = await json<ErrorResponseBody>(response);
      expect([query, response.status, code]).toEqual([query, 404, 'NotFound']);
    }
    for (const query of ['from=main', `to=${head}x`, 'to=', `to=${head}&to=${head}`]) {
      const [name = ''] = query.split('=');
      const issues = await issuesOf(admin.get(`/api/compare?${query}`));
      expect([query, issues]).toEqual([query, [expect.stringContaining(`${name}: `)]]);
    }
    for (const query of [`to=${head}`, `from=${head}`, 'to=x'])
      expect((await visitor.get(`/api/compare?${query}`)).status).toBe(401);
  });
});
