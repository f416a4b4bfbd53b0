import type { Site } from 'content-schema';
import { presentSite } from 'content-schema/content-response';
import type { BlobCache } from './blob-cache.ts';
import type { ContentSnapshot } from './snapshot.ts';

/** The site of a snapshot with its logo's bytes as a data URL. */
export const readSite = async (
  blobs: BlobCache,
  { site, tree }: ContentSnapshot,
): Promise<Site> => {
  const entry = site.logo && tree.get(site.logo.path);
  const bytes = entry ? (await blobs.read([entry.sha])).get(entry.sha) : undefined;
  return presentSite(site, bytes && Buffer.from(bytes).toString('base64'));
};
