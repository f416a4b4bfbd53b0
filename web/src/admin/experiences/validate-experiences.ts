import {
  blankOf,
  experienceFields,
  experienceMessages,
  experiencesSchema,
  hasText,
  lackingField,
  validate,
  type Experience,
  type Issue,
  type Validation,
} from 'content-schema';

export const BLANK_EXPERIENCE: Experience = blankOf(experienceFields);

/** An experience's issue leads to the first field that it lacks. */
const toField =
  (experiences: readonly Experience[]) =>
  (issue: Issue): Issue => {
    const experience = experiences[Number(issue.path)];
    const lacking = experience && lackingField(experience);
    return issue.path !== '' && lacking ? { ...issue, path: `${issue.path}.${lacking}` } : issue;
  };

/** All experiences as they are saved; the one blank entry that is always left is none yet. */
export const validateExperiences = (
  experiences: readonly Experience[],
): Validation<Experience[]> => {
  const validation = validate(experiencesSchema, experiences);
  if (validation.valid) return validation;
  const [first, ...rest] = validation.issues;
  const toItsField = toField(experiences);
  const issues: [Issue, ...Issue[]] = [toItsField(first), ...rest.map(toItsField)];
  const isNone = experiences.length === 1 && !hasText(experiences);
  const none: Issue = { path: '', message: experienceMessages.atLeastOne };
  return { valid: false, issues: isNone ? [none, ...issues] : issues };
};
