// Needs: proposals
import type { CompareResponse, ErrorResponseBody } from 'content-schema';
import { describe, expect, test } from 'vitest';
import { bothStores } from '../../../../test/both-stores.ts';
import type { TestFiles } from '../../../../test/files.ts';
import { issuesOf, json } from '../../../../test/responses.ts';
import { compare, readProposal } from '../../../../test/compared.ts';

const PROFILE = '{\n  "name": "Ada",\n  "title": "Poet"\n}\n';
const PAINTER = PROFILE.replace('Poet', 'Painter');
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

  test('a proposal is compared with the commit that it began from', async () => {
    const { site, admin } = await open(FILES);
    const change = { 'posts/tides.md': null, 'posts/sea.md': TIDES, 'posts/wind.md': null };
    const { id } = await site.propose({ ...change, 'profile.json': PAINTER });
    await site.push({ 'posts/later.md': '---\ntitle: Later\n---\n' });
    const { base, head, ...proposal } = await readProposal(admin, id);
    expect(proposal).toMatchObject({
      ...{ from: base, to: head, problems: [], deadLinks: [] },
      pages: [
        { title: 'Home', before: '/', after: '/' },
        { title: 'Tides', before: '/blogs/tides', after: '/blogs/sea' },
        { title: 'Wind', before: '/blogs/wind' },
      ],
      endedAddresses: ['/blogs/wind'],
    });
    expect(namesOf(proposal)).toEqual([
      ['modified', 'posts/sea.md', 'posts/tides.md'],
      ['deleted', 'posts/wind.md', undefined],
      ['modified', 'profile.json', undefined],
    ]);
    expect(proposal).not.toHaveProperty('changes');
  });

  test('what visitors saw is compared with what they see now', async () => {
    const { site, admin } = await open(FILES);
    const from = await site.head();
    const to = await site.push({ 'profile.json': PAINTER, 'posts/wind.md': null });
    expect(await compare(admin, { from })).toEqual({
      ...{ from, to },
      changes: [
        { kind: 'post', status: 'removed', id: 'wind', title: 'Wind' },
        { kind: 'profile' },
      ],
    });
    expect(await compare(admin, { from: to })).toEqual({ from: to, to, changes: [] });
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
