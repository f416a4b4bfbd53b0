import type { Site } from 'content-schema';
import { presentSite } from 'content-schema/content-response';
import type { BlobCache } from './blob-cache.ts';
import type { ContentSnapshot } from './snapshot.ts';

/**
 * Returns the site of a snapshot with its logo as a data URL; a logo that can't be read is left
 * out.
 */
export const readSite = async (
  blobs: BlobCache,
  { site, tree }: ContentSnapshot,
): Promise<Site> => {
  const entry = site.logo && tree.get(site.logo.path);
  const content = entry ? (await blobs.readEach([entry.sha])).get(entry.sha) : undefined;
  const isReadable = content instanceof Uint8Array;
  return presentSite(site, isReadable ? Buffer.from(content).toString('base64') : undefined);
};
