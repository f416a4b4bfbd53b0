import {
  SITE_PATH,
  isLogoPath,
  logoPath,
  parseDataUrl,
  siteMessages,
  siteSchema,
  type Logo,
  type LogoType,
  type Site,
} from 'content-schema';
import type { StoredSite } from 'content-schema/stored';
import type { Changes } from '../../git-store/git-store.ts';
import { sniffImageType } from '../../images/sniff-image-type.ts';
import type { Command } from '../change.ts';
import { InvalidInput } from '../errors.ts';
import { jsonChange } from '../json-change.ts';
import { mergeEntity } from '../merge/merge-entity.ts';
import { readSite } from '../site.ts';

const EXTENSIONS: Readonly<Record<LogoType, string>> = {
  'image/png': 'png',
  'image/svg+xml': 'svg',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
};

/** The logo's bytes. Throws `InvalidInput` when they are of another type than it says. */
const logoBytes = ({ data, type }: Logo): Uint8Array => {
  const bytes = Buffer.from(parseDataUrl(data)?.base64 ?? '', 'base64');
  if (sniffImageType(bytes) === type) return bytes;
  throw new InvalidInput([{ path: 'logo.data', message: siteMessages.logoType }]);
};

/** A logo that did not change stays where it is. */
const storedLogo = (logo: Logo, before: Site, stored: StoredSite): StoredSite['logo'] => {
  const oldPath = before.logo?.data === logo.data ? stored.logo?.path : undefined;
  const path = oldPath ?? logoPath(EXTENSIONS[logo.type]);
  return { path, type: logo.type, alt: logo.alt };
};

/** The logo's file, and the one it takes the place of. */
const logoChanges = (logo: Logo | null, path: string | undefined, before: StoredSite): Changes => {
  const changes = new Map<string, Uint8Array | null>();
  const old = before.logo?.path;
  if (old !== undefined && isLogoPath(old)) changes.set(old, null);
  if (logo && path !== undefined) changes.set(path, logoBytes(logo));
  return changes;
};

/** Throws `InvalidInput` for a logo that is not what it says, and `MergeConflict`. */
export const saveSite =
  (mine: Site): Command =>
  async (ground) => {
    const { blobs, base, current } = ground;
    const theirs = await readSite(blobs, current);
    const merged = mergeEntity(ground, {
      file: SITE_PATH,
      schema: siteSchema,
      base: base && (await readSite(blobs, base)),
      theirs,
      mine,
    });
    const { title, description, homeButtonMode } = merged;
    const stored = current.site;
    const logo = merged.logo && storedLogo(merged.logo, theirs, stored);
    const after: StoredSite = { title, description, homeButtonMode, logo };
    return {
      subject: 'Update site metadata',
      changes: new Map([
        ...logoChanges(merged.logo, logo?.path, stored),
        ...(await jsonChange(ground, SITE_PATH, { before: stored, after })),
      ]),
    };
  };
