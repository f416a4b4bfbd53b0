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

/** Moves an experience's issue to its first missing field. */
const toMissingField =
  (experiences: readonly Experience[]) =>
  (issue: Issue): Issue => {
    const experience = experiences[Number(issue.path)];
    const lacking = experience && lackingField(experience);
    return issue.path !== '' && lacking ? { ...issue, path: `${issue.path}.${lacking}` } : issue;
  };

/**
 * Validates the experiences to save. A single blank entry counts as an empty list, which is invalid.
 */
export const validateExperiences = (
  experiences: readonly Experience[],
): Validation<Experience[]> => {
  const validation = validate(experiencesSchema, experiences);
  if (validation.valid) return validation;
  const [first, ...rest] = validation.issues;
  const toField = toMissingField(experiences);
  const issues: [Issue, ...Issue[]] = [toField(first), ...rest.map(toField)];
  const isNone = experiences.length === 1 && !hasText(experiences);
  const none: Issue = { path: '', message: experienceMessages.atLeastOne };
  return { valid: false, issues: isNone ? [none, ...issues] : issues };
};
