import type { ContentResponse } from 'content-schema';
import { samplePhoto } from 'fixtures/sample-files';
import { expect, test } from 'vitest';
import { pushFile } from '../../../test/open-test-content.ts';
import { read } from '../../../test/responses.ts';
import { startTestServer } from '../../../test/start-test-server.ts';

const ID = '01JWT6444RQM8SZKMERQ1BVHWF';
const KEY = `photos/${ID}/dunes.webp`;
const DETAILS_PATH = `photos/${ID}/photo.json`;

const startWith = async (details: string | undefined, options = {}) => {
  const files = new Map<string, Uint8Array>([[KEY, await samplePhoto('dunes.webp')]]);
  if (details !== undefined) files.set(DETAILS_PATH, Buffer.from(details));
  return startTestServer({ files, ...options });
};

const problemsOf = async ({ signIn }: Awaited<ReturnType<typeof startWith>>) => {
  return (await read<ContentResponse>(await signIn(), '/api/content')).problems;
};

test('problems in the metadata of a photo are shown only to the owner', async () => {
  const server = await startWith('{"width": "wide", "alt": "Dunes"}');
  const { content } = server;
  expect(content.findPhoto(await content.reader.current(), ID)).toMatchObject({ alt: 'Dunes' });
  expect(await problemsOf(server)).toEqual([
    { path: DETAILS_PATH, message: '"width" must be a whole number of pixels' },
  ]);
  await pushFile(server.outsider, DETAILS_PATH, '{"alt": ');
  const broken = await content.reader.refresh();
  expect(content.findPhoto(broken, ID)).not.toHaveProperty('alt');
  expect(await problemsOf(server)).toMatchObject([{ path: DETAILS_PATH, readOnly: true }]);
  expect((await server.visitor.get(`/photos/${ID}`)).status).toBe(302);
});

test('a photo without metadata is measured in the background', async () => {
  const { content } = await startWith(undefined, { measuredPerHour: 1000 });
  const snapshot = await content.reader.current();
  expect(content.findPhoto(snapshot, ID)).not.toHaveProperty('width');
  const measured = { width: 800, height: 500, colour: '#d9d0be' };
  await expect
    .poll(() => content.findPhoto(snapshot, ID), { timeout: 30_000, interval: 200 })
    .toMatchObject(measured);
  expect(content.photoFacts.version()).toBe(1);
});
