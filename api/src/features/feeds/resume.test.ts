import type { ContentResponse } from 'content-schema';
import { expect, test } from 'vitest';
import { read } from '../../../test/responses.ts';
import { startAsAdmin, startTestServer } from '../../../test/start-test-server.ts';

test('the CV is JSON Resume, and is cached as the pages are', async () => {
  const { visitor } = await startTestServer({ publicUrl: 'https://ada.example' });
  const { headers } = await visitor.request('HEAD', '/resume.json');
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(headers.get('cache-control')).toMatch(/^public, max-age=0, s-maxage=/);
  const response = await visitor.get('/resume.json');
  expect(response.headers.get('etag')).toBe(headers.get('etag'));
  expect(await response.json()).toMatchObject({
    basics: { name: 'Marit Ashgrove', url: 'https://ada.example/' },
  });
});

test('the CV has nothing that the site hides', async () => {
  const { admin, visitor } = await startAsAdmin();
  const { profile, sections } = await read<ContentResponse>(admin, '/api/content');
  const { headers } = await visitor.get('/resume.json');
  await admin.patch('/api/content', {
    profile: {
      ...profile,
      highlightsEnabled: false,
      contactVisibility: { email: false, linkedin: true, github: false },
    },
    sections: { ...sections, educations: { ...sections.educations, visible: false } },
  });
  const condition = { 'if-none-match': headers.get('etag') ?? '' };
  const response = await visitor.get('/resume.json', condition);
  expect(response.status).toBe(200);
  const text = await response.text();
  expect(text).toContain('Larkmere Transport Office');
  expect(text).not.toMatch(/@example\.com|github\.com|United Kingdom|Halden Sound/);
  const again = { 'if-none-match': response.headers.get('etag') ?? '' };
  expect((await visitor.get('/resume.json', again)).status).toBe(304);
});
