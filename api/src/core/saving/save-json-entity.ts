import {
  profileFields,
  sectionsFields,
  fieldName,
  labelsOf,
  normalize,
  schemaOf,
  type Experience,
  type Profile,
  type Sections,
} from 'content-schema';
import { markdownTextsOf } from 'content-schema/content-response';
import { inSentence, type Field } from 'content-schema/fields';
import { isSame, matchItems, mergeValues } from 'content-schema/merge';
import type * as v from 'valibot';
import {
  editedContent,
  jsonChange,
  rejectUnreadable,
  type Command,
  type SaveContext,
} from './save-command.ts';
import {
  detailedSubject,
  phraseOf,
  summaryOfChanges,
  type ChangeSummary,
} from '../messages/commit-subject.ts';
import type { Edit } from './apply-edit.ts';
import { rejectTooComplex } from './reject-too-complex.ts';
import { ENTITIES } from '../reading/entities.ts';
import type { ContentSnapshot } from '../reading/snapshot.ts';
import { parseInput } from '../reading/errors.ts';
import { keepUnsent } from './keep-unsent.ts';

interface Entity<Value> {
  readonly path: string;
  readonly schema: v.GenericSchema<unknown, Value>;
  readonly fields: Field;
}

/**
 * Returns the edit from the stored entity to the sent one, both as a client sends it. Throws
 * `InvalidInput`, and `UnreadableFile` if the current entity can't be read.
 */
export const editEntity = <Value>(
  { current }: SaveContext,
  { path, schema, fields }: Entity<Value>,
  stored: Value,
  sent: unknown,
): Edit<Value> => {
  rejectUnreadable(current, path);
  const before = normalize(schemaOf(fields) as v.GenericSchema<unknown, Value>, stored);
  return { before, after: parseInput(schema, keepUnsent(fields, sent, before)) };
};

/**
 * Summarizes an edit with the labels of the changed fields, except `derived` ones, which follow
 * from others. They don't repeat the noun's last word: `Update site: title`.
 */
export const summaryOfEdit = (
  noun: string,
  fields: Field,
  { before, after }: Edit<unknown>,
  derived: readonly string[] = [],
): ChangeSummary => {
  const kind = { verb: 'Update', noun };
  const labels = labelsOf(fields);
  const owner = `${noun.split(' ').at(-1) ?? ''} `;
  const nameOf = (field: string): string => {
    const name = inSentence(fieldName(labels, field));
    return name.startsWith(owner) ? name.slice(owner.length) : name;
  };
  // Without a common base every difference is a conflict.
  const changed = mergeValues(undefined, before, after).conflicts.map(({ field }) => field);
  const details = changed.filter((field) => !derived.includes(field)).map(nameOf);
  return { subject: detailedSubject(phraseOf(kind), details), kind };
};

interface JsonEntity<Value> extends Entity<Value> {
  readonly read: (snapshot: ContentSnapshot) => Value;
  readonly summary: (edit: Edit<Value>) => ChangeSummary;
}

const newTexts = (fields: Field, { before, after }: Edit<unknown>) => {
  const previous = new Set(markdownTextsOf(fields, before).map(({ markdown }) => markdown));
  return markdownTextsOf(fields, after).filter(({ markdown }) => !previous.has(markdown));
};

const saveJsonEntity =
  <Value>({ read, summary, ...entity }: JsonEntity<Value>) =>
  (sent: unknown): Command =>
  async (context) => {
    const content = editedContent(context);
    const edit = editEntity(context, entity, read(content), sent);
    await rejectTooComplex(context.html, newTexts(entity.fields, edit));
    const changes = await jsonChange(context, entity.path, edit, content);
    return { ...summary(edit), changes, isEdit: true };
  };

export const saveProfile = saveJsonEntity<Profile>({
  ...ENTITIES.profile,
  read: ({ profile }) => profile,
  summary: (edit) =>
    summaryOfEdit('profile', profileFields, edit, ['availability.enabled', 'focusAreas.enabled']),
});

const summaryOfExperiences = ({ before, after }: Edit<Experience[]>): ChangeSummary => {
  const matches = matchItems(before, after, { upTo: 'similar' });
  const rolesOf = (experiences: readonly Experience[]) => experiences.map(({ role }) => role);
  const edited = after.filter((experience, index) => {
    const position = matches[index];
    return position !== undefined && !isSame(before[position], experience);
  });
  const summary = summaryOfChanges('experience', [
    ['Add', rolesOf(after.filter((_, index) => matches[index] === undefined))],
    ['Update', rolesOf(edited)],
    ['Remove', rolesOf(before.filter((_, position) => !matches.includes(position)))],
  ]);
  return summary ?? { subject: 'Reorder experiences', kind: { verb: 'Reorder' } };
};

export const saveExperiences = saveJsonEntity<Experience[]>({
  ...ENTITIES.experiences,
  read: ({ experiences }) => experiences,
  summary: summaryOfExperiences,
});

export const saveSections = saveJsonEntity<Sections>({
  ...ENTITIES.sections,
  read: ({ sections }) => sections,
  summary: (edit) => summaryOfEdit('section copy', sectionsFields, edit),
});
