// Needs: drawing, feeds
import { UPLOAD_MAX_BYTES, uploadMessages, VIDEO_MAX_BYTES } from 'content-schema';
import { expect, test } from 'vitest';
import { photoForm } from '../../../../test/photo-form.ts';
import { startAsAdmin } from '../../../../test/start-test-server.ts';

const uint32 = (value: number): string =>
  value
    .toString(16)
    .padStart(8, '0')
    .replace(/../g, (hex) => String.fromCharCode(parseInt(hex, 16)));
const box = (type: string, content: string) => uint32(8 + content.length) + type + content;

const PLACE = box('meta', '+38.7139-009.1394/');
const MOVIE = box('moov', box('trak', box('tkhd', 'kept') + box('udta', PLACE)) + PLACE);

/** An MP4; as phones write it, the box of the frames has a size of 64 bits. */
const mp4 = (frames: string): Buffer => {
  const data = `${uint32(1)}mdat${uint32(0)}${uint32(16 + frames.length)}${frames}`;
  return Buffer.from(box('ftyp', 'qt  ') + data + MOVIE + box('free', PLACE), 'latin1');
};

const VIDEO = mp4('frames');
const LARGE = mp4(' '.repeat(VIDEO_MAX_BYTES - mp4('').length));

test('a video of up to 20 MB is stored without its place, an image of up to 10 MB', async () => {
  const { admin, visitor } = await startAsAdmin({ files: {} });
  const send = async (name: string, bytes: Uint8Array) => {
    const sent = await admin.request('POST', '/api/uploads', { body: photoForm(name, bytes) });
    return [sent.status, await sent.text()] as const;
  };
  expect((await send('a.mov', VIDEO))[1]).toMatch(/"a.mp4","mimetype":"video\/mp4"/);
  const stored = await (await visitor.get('/uploads/a.mp4?w=1')).text();
  expect([stored.length, stored.indexOf('frames')]).toEqual([
    VIDEO.length,
    VIDEO.indexOf('frames'),
  ]);
  expect(stored).toMatch(/^(?!.*(?:udta|meta|\+38)).*kept/s);
  for (const [name, bytes, status, message] of [
    ['large.mp4', LARGE, 201, 'video/mp4'],
    ['a.gif', Buffer.alloc(UPLOAD_MAX_BYTES + 1, 'GIF89a'), 413, uploadMessages.size],
    ['a.mp4', Buffer.concat([LARGE, LARGE]), 413, uploadMessages.videoSize],
    ['a.mp4', VIDEO.subarray(0, -1), 400, 'The video is damaged and cannot be read'],
  ] as const) {
    expect(await send(name, bytes)).toEqual([status, expect.stringContaining(message)]);
  }
});

test('a post plays its video in ranges, and is listed and shared without it', async () => {
  const files = { 'posts/tide.md': '![Tide](/photos/tide)\n', 'photos/tide/a.mp4': VIDEO };
  const { admin, visitor } = await startAsAdmin({ files });
  const textOf = async (path: string) => (await visitor.get(path)).text();
  const [, address = ''] = /<video src=\\"([^#]*)#t/.exec(await textOf('/api/posts/tide')) ?? [];
  const { headers } = await visitor.get(address);
  expect(headers.get('cache-control')).toContain('max-age=31536000');
  const size = VIDEO.length;
  for (const [sent, ...told] of [
    [{ range: 'bytes=4-' }, 206, `bytes 4-${size - 1}/${size}`],
    [{ range: `bytes=${size}-` }, 416, `bytes */${size}`],
    [{ 'if-none-match': headers.get('etag') ?? '' }, 304, null],
  ] as const) {
    const part = await visitor.get(address, sent);
    expect([part.status, part.headers.get('content-range')]).toEqual(told);
  }
  expect(await textOf('/api/content?posts=summary')).not.toContain('"picture"');
  expect((await admin.get('/api/admin/share-card?title=Tide&photo=tide')).status).toBe(200);
  expect(await textOf('/feed.json')).toMatch(/<video src=\\"http[^ ]*\.mp4#t=0\.1\\" controls/);
});
