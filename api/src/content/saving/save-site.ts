import {
  SITE_PATH,
  isLogoPath,
  schemaOf,
  siteFields,
  siteSchema,
  type Site,
  type StoredSite,
} from 'content-schema';
import type { Changes } from '../../git-store/git-store.ts';
import type { Command } from './save-command.ts';
import { jsonChange } from './json-change.ts';
import { logoBytes, newLogoPath } from '../reading/logo.ts';
import { mergeEntity } from './merge-entity.ts';
import { readSite } from '../reading/site.ts';

/** The site as its file holds it, with the logo in the file at `path`. */
const storedForm = ({ logo, ...site }: Site, path: string | undefined): StoredSite => ({
  ...site,
  logo: logo && path !== undefined ? { path, type: logo.type, alt: logo.alt } : null,
});

/** The new logo's file, and the one it takes the place of. */
const logoChanges = ({ logo }: Site, oldPath: string | undefined): Changes => {
  const changes = new Map<string, Uint8Array | null>();
  if (oldPath !== undefined && isLogoPath(oldPath)) changes.set(oldPath, null);
  if (logo) changes.set(newLogoPath(logo.type), logoBytes(logo));
  return changes;
};

/** Throws `InvalidInput` for a logo that is not what it says, and `MergeConflict`. */
export const saveSite =
  (mine: Site): Command =>
  async (context) => {
    const { blobs, base, current } = context;
    const { before, after } = mergeEntity<Site>(context, {
      file: SITE_PATH,
      schema: siteSchema,
      fields: schemaOf(siteFields),
      base: base && (await readSite(blobs, base)),
      theirs: await readSite(blobs, current),
      mine,
    });
    const oldPath = current.site.logo?.path;
    const isNewLogo = after.logo?.data !== before.logo?.data;
    const newPath = isNewLogo && after.logo ? newLogoPath(after.logo.type) : oldPath;
    const site = await jsonChange(context, SITE_PATH, {
      before: storedForm(before, oldPath),
      after: storedForm(after, newPath),
    });
    return {
      subject: 'Update site metadata',
      changes: new Map([...(isNewLogo ? logoChanges(after, oldPath) : []), ...site]),
    };
  };
