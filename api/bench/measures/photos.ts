import type { UploadsResponse } from 'content-schema';
import sharp from 'sharp';
import type { RunningApp } from '../../test/run-app.ts';
import { sizedAddress } from '../../test/sized-address.ts';
import { measured, type Measure } from '../measurement.ts';
import { builtWebApp } from '../servers/built.ts';
import { withGitHubSite } from '../servers/github-site.ts';

const KB = 1024;
/** The width in device pixels of images in a post on a phone with 390 CSS pixels. */
const POST_WIDTH = 800;
const POST_PHOTOS = 3;
/** The rest of 450 KB after the page, its code and its fonts. */
const POST_MAX_KB = 250;
const THUMBNAIL_WIDTH = 320;
const THUMBNAILS = 15;
const THUMBNAILS_MAX_KB = 250;

const [WIDTH, HEIGHT] = [3000, 2000];
/**
 * The strength of noise at each scale, for details of all sizes like in photos, with more fine ones
 * than usual.
 */
const OCTAVES = [2, 4, 8, 16, 32, 64, 128, 256, 512].map((scale) => ({
  scale,
  strength: 0.22 + 0.02 * Math.log2(scale) ** 1.5,
}));

const octave = (scale: number): Promise<Buffer> =>
  sharp({
    create: {
      width: Math.ceil(WIDTH / scale),
      height: Math.ceil(HEIGHT / scale),
      channels: 3,
      background: '#808080',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  })
    .resize(WIDTH, HEIGHT, { fit: 'fill', kernel: 'cubic' })
    .toColourspace('b-w')
    .raw()
    .toBuffer();

/** Creates an image like a photo of 6,000 × 4,000 pixels. */
const photo = async (): Promise<Buffer> => {
  const light = new Float32Array(WIDTH * HEIGHT).fill(128);
  for (const { scale, strength } of OCTAVES) {
    const noise = await octave(scale);
    for (let i = 0; i < light.length; i += 1) {
      light[i] = (light[i] ?? 0) + ((noise[i] ?? 128) - 128) * strength;
    }
  }
  return sharp(Buffer.from(Uint8ClampedArray.from(light)), {
    raw: { width: WIDTH, height: HEIGHT, channels: 1 },
  })
    .tint('#c8a878')
    .resize(6000, 4000)
    .jpeg({ quality: 92 })
    .toBuffer();
};

const view = async ({ visitor }: RunningApp, id: string, size: string) => {
  const response = await visitor.get(await sizedAddress(visitor, id, size));
  return (await response.arrayBuffer()).byteLength / KB;
};

const total = async (app: RunningApp, ids: readonly string[], size: string) => {
  const sizes = await Promise.all(ids.map((id) => view(app, id, size)));
  return sizes.reduce((sum, size) => sum + size, 0);
};

/** Measures the CPU time of this process, including libvips. */
const processorMs = async (work: () => Promise<unknown>): Promise<number> => {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
};

/** Measures photos from a camera in the widths and formats that pages use. */
export const photos: Measure = {
  title: 'Photos',
  how: `${THUMBNAILS} photos of 6,000 × 4,000 pixels at the mocked GitHub, which were pushed.`,
  run: async () => {
    const different = await Promise.all(Array.from({ length: POST_PHOTOS }, photo));
    const files = new Map<string, Uint8Array>();
    for (let i = 0; i < THUMBNAILS; i += 1) {
      const bytes = different[i % POST_PHOTOS] ?? new Uint8Array();
      // The same image as a different blob.
      files.set(`photos/p${i}.jpg`, Buffer.concat([bytes, Buffer.from(String(i))]));
    }
    return withGitHubSite(files, builtWebApp(), async ({ app, github }) => {
      const admin = await app.signIn();
      const list = (await (await admin.get('/api/admin/uploads')).json()) as UploadsResponse;
      const ids = list.uploads.map(({ id }) => id);
      const inPost = ids.slice(0, POST_PHOTOS);
      const stored = list.uploads.slice(0, POST_PHOTOS).reduce((sum, { size }) => sum + size, 0);
      let avifKb = 0;
      const madeMs = await processorMs(async () => {
        avifKb = await total(app, inPost, `${POST_WIDTH}.avif`);
      });
      const webpKb = await total(app, inPost, `${POST_WIDTH}.webp`);
      const mark = github.requests.mark();
      const againMs = await processorMs(() => total(app, inPost, `${POST_WIDTH}.avif`));
      const again = mark.count();
      const thumbnailsKb = await total(app, ids, `${THUMBNAIL_WIDTH}.webp`);
      return [
        measured(`${POST_PHOTOS} photos, as they are stored`, stored / KB, 'KB'),
        measured('the same in a post on a phone, AVIF', avifKb, 'KB', { atMost: POST_MAX_KB }),
        measured('the same, WebP', webpKb, 'KB', { atMost: POST_MAX_KB }),
        measured('making them, processor time', madeMs, 'ms'),
        measured('the second view, processor time', againMs, 'ms', { atMost: madeMs / 5 }),
        measured('the second view', again, 'requests', { atMost: 0 }),
        measured(`${THUMBNAILS} thumbnails`, thumbnailsKb, 'KB', { atMost: THUMBNAILS_MAX_KB }),
      ];
    });
  },
};
