import * as v from 'valibot';
import type { Experience } from './experience.ts';
import { LOGO_TYPES } from './limits.ts';
import type { Profile } from './profile.ts';
import type { Sections } from './sections.ts';
import { HOME_BUTTON_MODES } from './site.ts';

/**
 * What the JSON files of a content repository hold. They may have been edited by hand, so reading
 * is lenient: what is absent or of another type is read as empty, never as a failure.
 */

const text = () => v.fallback(v.string(), '');
const flag = (byDefault: boolean) => v.fallback(v.boolean(), byDefault);

const listOf = <const Item extends v.GenericSchema>(item: Item) =>
  v.fallback(
    v.pipe(
      v.array(v.unknown()),
      v.transform((items) =>
        items.flatMap((input) => {
          const result = v.safeParse(item, input);
          return result.success ? [result.output] : [];
        }),
      ),
    ),
    [],
  );

/** An object of lenient fields; anything that is no object is read as an empty one. */
const record = <const Entries extends v.ObjectEntries>(entries: Entries) =>
  v.pipe(
    v.unknown(),
    v.transform((input) => (typeof input === 'object' && input !== null ? input : {})),
    v.object(entries),
  );

const optionalRecord = <const Entries extends v.ObjectEntries>(entries: Entries) =>
  v.optional(record(entries), {});

const storedLogo = v.object({
  path: v.string(),
  type: v.picklist(LOGO_TYPES),
  alt: text(),
});

const storedSiteSchema = record({
  title: text(),
  description: text(),
  homeButtonMode: v.fallback(v.picklist(HOME_BUTTON_MODES), 'text'),
  logo: v.fallback(v.nullable(storedLogo), null),
});

/** The site as `site.json` holds it: the logo is a file of its own, named by its path. */
export type StoredSite = v.InferOutput<typeof storedSiteSchema>;

const highlight = () => optionalRecord({ value: text(), enabled: flag(false) });

const storedProfileSchema = record({
  name: text(),
  title: text(),
  tagline: text(),
  summary: text(),
  location: text(),
  email: text(),
  social: optionalRecord({ linkedin: text(), github: text() }),
  contactVisibility: optionalRecord({
    email: flag(false),
    linkedin: flag(false),
    github: flag(false),
  }),
  highlightsEnabled: flag(false),
  availability: highlight(),
  focusAreas: highlight(),
});

const storedExperiencesSchema = listOf(
  record({
    role: text(),
    company: text(),
    year: text(),
    location: text(),
    description: text(),
    achievements: listOf(v.string()),
    stack: listOf(v.string()),
  }),
);

const textItems = () => optionalRecord({ visible: flag(true), items: listOf(v.string()) });

const storedSectionsSchema = record({
  contact: optionalRecord({ description: text() }),
  experiencesPage: optionalRecord({ visible: flag(true) }),
  educations: optionalRecord({
    visible: flag(true),
    items: listOf(
      record({ institution: text(), degree: text(), year: text(), description: text() }),
    ),
  }),
  programmingLanguages: textItems(),
  languagesSpoken: textItems(),
  achievements: textItems(),
});

/** Each takes the parsed JSON of its file, or undefined when there is no such file. */
export const readStoredSite = (json: unknown): StoredSite => v.parse(storedSiteSchema, json);
export const readStoredProfile = (json: unknown): Profile => v.parse(storedProfileSchema, json);
export const readStoredExperiences = (json: unknown): Experience[] =>
  v.parse(storedExperiencesSchema, json);
export const readStoredSections = (json: unknown): Sections => v.parse(storedSectionsSchema, json);
