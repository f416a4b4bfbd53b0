import {
  LOGO_MAX_BYTES,
  SITE_PATH,
  isLogoPath,
  logoPath,
  parseDataUrl,
  siteMessages,
  type Logo,
  type SiteValues,
} from 'content-schema';
import type { StoredBlob } from '../git-store/git-store.ts';
import { ImageError } from '../photos/errors.ts';
import { extensionOf, sniffImageType } from '../photos/image-types.ts';
import type { SvgCleaner } from '../photos/clean-image.ts';
import { ENTITIES, readSite } from '../reading/entities.ts';
import { invalidInput, type InvalidInput } from '../reading/errors.ts';
import { editEntity, summaryOfEdit } from './save-json-entity.ts';
import { editedContent, jsonChange, type Command } from './save-command.ts';

const rejected = (message: string): InvalidInput => invalidInput('logo.data', message);

const START_TAG = /<[^!?/]/g;

const countElements = (svg: Uint8Array): number =>
  Buffer.from(svg).toString().match(START_TAG)?.length ?? 0;

/** Returns an SVG as it was sent, or a cleaned copy if it contains more than an image. */
const plainSvg = async (bytes: Uint8Array, cleanSvg: SvgCleaner): Promise<Uint8Array> => {
  try {
    const clean = await cleanSvg(bytes);
    return countElements(clean) === countElements(bytes) ? bytes : clean;
  } catch (error) {
    throw error instanceof ImageError ? rejected(error.message) : error;
  }
};

/** Returns a logo's bytes, without scripts. Throws `InvalidInput` if they don't match its type. */
const logoBytes = async ({ data, type }: Logo, cleanSvg: SvgCleaner): Promise<Uint8Array> => {
  const sent = Buffer.from(parseDataUrl(data)?.base64 ?? '', 'base64');
  if (sniffImageType(sent) !== type) throw rejected(siteMessages.logoType);
  const bytes = type === 'image/svg+xml' ? await plainSvg(sent, cleanSvg) : sent;
  if (bytes.byteLength > LOGO_MAX_BYTES) throw rejected(siteMessages.logoSize);
  return bytes;
};

const storedForm = ({ logo, lang, ...site }: SiteValues, path?: string, oldLang = '') => ({
  ...site,
  ...(lang + oldLang !== '' && { lang }),
  logo: logo && path !== undefined ? { path, type: logo.type, alt: logo.alt } : null,
});

/** Throws `InvalidInput`, also for a logo of another type than stated, and `MergeConflict`. */
export const saveSite =
  (sent: unknown): Command =>
  async (context) => {
    const { blobs, cleanSvg } = context;
    const content = editedContent(context);
    const values: SiteValues = { ...content.site, ...(await readSite(blobs, content)) };
    const edit = editEntity<SiteValues>(context, ENTITIES.site, values, sent);
    const { before, after } = edit;
    const oldPath = content.site.logo?.path;
    const changes = new Map<string, Uint8Array | StoredBlob | null>();
    let newPath = oldPath;
    if (after.logo?.data !== before.logo?.data) {
      if (oldPath !== undefined && isLogoPath(oldPath)) changes.set(oldPath, null);
      if (after.logo) {
        newPath = logoPath(extensionOf(after.logo.type));
        changes.set(newPath, await logoBytes(after.logo, cleanSvg));
      }
    }
    const stored = {
      before: storedForm(before, oldPath, before.lang),
      after: storedForm(after, newPath, before.lang),
    };
    const site = await jsonChange(context, SITE_PATH, stored, content);
    const { fields } = ENTITIES.site;
    return {
      ...summaryOfEdit('site metadata', fields, edit, ['logo.type']),
      shortSubject: summaryOfEdit('site', fields, edit, ['logo.type']).subject,
      changes: new Map([...changes, ...site]),
      isEdit: true,
    };
  };
