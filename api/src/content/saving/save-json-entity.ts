import {
  EXPERIENCES_PATH,
  PROFILE_PATH,
  SECTIONS_PATH,
  experiencesSchema,
  profileFields,
  profileSchema,
  schemaOf,
  sectionsSchema,
  type Experience,
  type Profile,
  type Sections,
} from 'content-schema';
import type * as v from 'valibot';
import { jsonChange, type Command } from './save-command.ts';
import { mergeEntity } from './merge-entity.ts';
import type { ContentSnapshot } from '../reading/snapshot.ts';

interface JsonEntity<Value> {
  readonly file: string;
  readonly schema: v.GenericSchema<unknown, Value>;
  /** Its fields alone, without the rules. */
  readonly fields: v.GenericSchema<unknown, Value>;
  readonly read: (snapshot: ContentSnapshot) => Value;
  readonly subject: string;
}

/** The command that saves an entity which is one JSON file. */
const saveJsonEntity =
  <Value>({ file, read, subject, ...schemas }: JsonEntity<Value>) =>
  (mine: Value): Command =>
  async (context) => {
    const { base, current } = context;
    const sides = { base: base && read(base), theirs: read(current), mine };
    const merged = mergeEntity(context, { file, ...schemas, ...sides });
    return { subject, changes: await jsonChange(context, file, merged) };
  };

export const saveProfile = saveJsonEntity<Profile>({
  file: PROFILE_PATH,
  schema: profileSchema,
  fields: schemaOf(profileFields),
  read: ({ profile }) => profile,
  subject: 'Update profile',
});

export const saveExperiences = saveJsonEntity<Experience[]>({
  file: EXPERIENCES_PATH,
  schema: experiencesSchema,
  fields: experiencesSchema,
  read: ({ experiences }) => experiences,
  subject: 'Update experiences',
});

export const saveSections = saveJsonEntity<Sections>({
  file: SECTIONS_PATH,
  schema: sectionsSchema,
  fields: sectionsSchema,
  read: ({ sections }) => sections,
  subject: 'Update section copy',
});
