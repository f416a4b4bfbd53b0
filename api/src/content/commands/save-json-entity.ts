import {
  EXPERIENCES_PATH,
  PROFILE_PATH,
  SECTIONS_PATH,
  experiencesSchema,
  profileSchema,
  sectionsSchema,
  validate,
} from 'content-schema';
import type * as v from 'valibot';
import type { Command } from '../change.ts';
import { jsonChange } from '../json-change.ts';
import { mergeEntity } from '../merge/merge-entity.ts';
import type { ContentSnapshot } from '../snapshot.ts';

interface JsonEntity<Schema extends v.GenericSchema> {
  readonly file: string;
  readonly schema: Schema;
  readonly read: (snapshot: ContentSnapshot) => v.InferOutput<Schema>;
  readonly subject: string;
}

/** The command that saves an entity which is one JSON file. */
const saveJsonEntity =
  <const Schema extends v.GenericSchema>({ file, schema, read, subject }: JsonEntity<Schema>) =>
  (mine: v.InferOutput<Schema>): Command =>
  async (ground) => {
    const { base, current } = ground;
    const theirs = read(current);
    const merged = mergeEntity(ground, { file, schema, base: base && read(base), theirs, mine });
    const asSent = validate(schema, theirs);
    const edited = { before: asSent.valid ? asSent.value : theirs, after: merged };
    return { subject, changes: await jsonChange(ground, file, edited) };
  };

export const saveProfile = saveJsonEntity({
  file: PROFILE_PATH,
  schema: profileSchema,
  read: ({ profile }) => profile,
  subject: 'Update profile',
});

export const saveExperiences = saveJsonEntity({
  file: EXPERIENCES_PATH,
  schema: experiencesSchema,
  read: ({ experiences }) => experiences,
  subject: 'Update experiences',
});

export const saveSections = saveJsonEntity({
  file: SECTIONS_PATH,
  schema: sectionsSchema,
  read: ({ sections }) => sections,
  subject: 'Update section copy',
});
