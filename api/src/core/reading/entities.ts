import {
  blankOf,
  EXPERIENCES_PATH,
  PROFILE_PATH,
  SECTIONS_PATH,
  SITE_PATH,
  experiencesFields,
  experiencesSchema,
  profileFields,
  profileSchema,
  sectionsFields,
  sectionsSchema,
  siteFields,
  siteSchema,
  storedSiteFields,
  type FileProblem,
  type Site,
} from 'content-schema';
import { presentSite } from 'content-schema/content-response';
import type { Field, ValueOf } from 'content-schema/fields';
import { readJsonDocument } from 'content-schema/json-document';
import type { UnreadableObject } from '../git-store/errors.ts';
import { decodeText, problemsOf } from './text-file.ts';
import type { BlobCache } from './blob-cache.ts';
import type { ContentSnapshot } from './snapshot.ts';

export interface EntityFile<Value> {
  readonly fields: Field;
  /** Parses the file, as far as that is possible; undefined if it is absent. Never throws. */
  readonly read: (content: Uint8Array | UnreadableObject | undefined) => {
    readonly value: Value;
    readonly problems: readonly FileProblem[];
  };
}

const fileWith = <F extends Field>(fields: F): EntityFile<ValueOf<F>> => {
  const blank = blankOf(fields);
  return {
    fields,
    read: (content) => {
      const own = problemsOf(content);
      if (!(content instanceof Uint8Array)) return { value: blank, problems: own };
      const { value, problems } = readJsonDocument(decodeText(content), fields);
      const all = own.length > 0 ? own : problems;
      return { value, problems: all.map((problem) => ({ ...problem, readOnly: true })) };
    },
  };
};

/** The entities in a JSON file each: as clients send them, the `file`, and a `name` for subjects. */
export const ENTITIES = {
  site: {
    ...{ path: SITE_PATH, name: 'site metadata', fields: siteFields, schema: siteSchema },
    file: fileWith(storedSiteFields),
  },
  profile: {
    ...{ path: PROFILE_PATH, name: 'profile', fields: profileFields, schema: profileSchema },
    file: fileWith(profileFields),
  },
  experiences: {
    ...{ path: EXPERIENCES_PATH, name: 'experiences' },
    ...{ fields: experiencesFields, schema: experiencesSchema },
    file: fileWith(experiencesFields),
  },
  sections: {
    ...{ path: SECTIONS_PATH, name: 'section copy' },
    ...{ fields: sectionsFields, schema: sectionsSchema },
    file: fileWith(sectionsFields),
  },
} as const;

export type EntityName = keyof typeof ENTITIES;

/** Returns the site with its logo as a data URL; a logo that can't be read is left out. */
export const readSite = async (
  blobs: BlobCache,
  { site, tree }: ContentSnapshot,
): Promise<Site> => {
  const entry = site.logo && tree.get(site.logo.path);
  const content = entry ? (await blobs.readEach([entry.sha])).get(entry.sha) : undefined;
  const isReadable = content instanceof Uint8Array;
  return presentSite(site, isReadable ? Buffer.from(content).toString('base64') : undefined);
};
