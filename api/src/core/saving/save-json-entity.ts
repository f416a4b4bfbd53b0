import {
  profileFields,
  sectionsFields,
  type Experience,
  type Profile,
  type Sections,
} from 'content-schema';
import { markdownTextsOf } from 'content-schema/content-response';
import type { Field } from 'content-schema/fields';
import { isSame, matchItems } from 'content-schema/merge';
import type * as v from 'valibot';
import { editedContent, jsonChange, type Command } from './save-command.ts';
import { subjectOfChanges } from './commit-subject.ts';
import type { Edit } from './apply-edit.ts';
import { editEntity, subjectOfEdit } from './edit-entity.ts';
import { rejectTooComplex } from './reject-too-complex.ts';
import { ENTITIES } from '../reading/entities.ts';
import type { ContentSnapshot } from '../reading/snapshot.ts';

interface JsonEntity<Value> {
  readonly path: string;
  readonly schema: v.GenericSchema<unknown, Value>;
  readonly fields: Field;
  readonly read: (snapshot: ContentSnapshot) => Value;
  readonly subject: (edit: Edit<Value>) => string;
}

/** Returns the Markdown texts that an edit adds or changes. */
const newTexts = (fields: Field, { before, after }: Edit<unknown>) => {
  const known = new Set(markdownTextsOf(fields, before).map(({ markdown }) => markdown));
  return markdownTextsOf(fields, after).filter(({ markdown }) => !known.has(markdown));
};

const saveJsonEntity =
  <Value>({ read, subject, ...entity }: JsonEntity<Value>) =>
  (sent: unknown): Command =>
  async (context) => {
    const content = editedContent(context);
    const edit = editEntity(context, entity, read(content), sent);
    await rejectTooComplex(context.html, newTexts(entity.fields, edit));
    const changes = await jsonChange(context, entity.path, edit, content);
    return { subject: subject(edit), changes, isEdit: true };
  };

export const saveProfile = saveJsonEntity<Profile>({
  ...ENTITIES.profile,
  read: ({ profile }) => profile,
  subject: (edit) =>
    subjectOfEdit('Update profile', profileFields, edit, [
      'availability.enabled',
      'focusAreas.enabled',
    ]),
});

const experiencesSubject = ({ before, after }: Edit<Experience[]>): string => {
  const places = matchItems(before, after, { upTo: 'similar' });
  const rolesOf = (experiences: readonly Experience[]) => experiences.map(({ role }) => role);
  const edited = after.filter((experience, index) => {
    const position = places[index];
    return position !== undefined && !isSame(before[position], experience);
  });
  const subject = subjectOfChanges('experience', [
    ['Add', rolesOf(after.filter((_, index) => places[index] === undefined))],
    ['Update', rolesOf(edited)],
    ['Remove', rolesOf(before.filter((_, position) => !places.includes(position)))],
  ]);
  return subject ?? 'Reorder experiences';
};

export const saveExperiences = saveJsonEntity<Experience[]>({
  ...ENTITIES.experiences,
  read: ({ experiences }) => experiences,
  subject: experiencesSubject,
});

export const saveSections = saveJsonEntity<Sections>({
  ...ENTITIES.sections,
  read: ({ sections }) => sections,
  subject: (edit) => subjectOfEdit('Update section copy', sectionsFields, edit),
});
