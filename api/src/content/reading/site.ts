import type { Site } from 'content-schema';
import { presentSite } from 'content-schema/content-response';
import type { BlobCache } from './blob-cache.ts';
import type { ContentSnapshot } from './snapshot.ts';

/** The site of a snapshot with its logo's bytes as a data URL; without a logo that can't be read. */
export const readSite = async (
  blobs: BlobCache,
  { site, tree }: ContentSnapshot,
): Promise<Site> => {
  const entry = site.logo && tree.get(site.logo.path);
  const content = entry ? (await blobs.readEach([entry.sha])).get(entry.sha) : undefined;
  const isReadable = content instanceof Uint8Array;
  return presentSite(site, isReadable ? Buffer.from(content).toString('base64') : undefined);
};
