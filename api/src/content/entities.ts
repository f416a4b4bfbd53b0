import {
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
} from 'content-schema';

/** The entities that are a JSON file each, as clients send them; `name` is for commit subjects. */
export const ENTITIES = {
  site: { path: SITE_PATH, name: 'site metadata', fields: siteFields, schema: siteSchema },
  profile: { path: PROFILE_PATH, name: 'profile', fields: profileFields, schema: profileSchema },
  experiences: {
    path: EXPERIENCES_PATH,
    name: 'experiences',
    fields: experiencesFields,
    schema: experiencesSchema,
  },
  sections: {
    path: SECTIONS_PATH,
    name: 'section copy',
    fields: sectionsFields,
    schema: sectionsSchema,
  },
} as const;
