import {
  blankOf,
  experienceFields,
  experienceMessages,
  experiencesSchema,
  hasText,
  validate,
  type Experience,
  type Validation,
} from 'content-schema';

export const BLANK_EXPERIENCE: Experience = blankOf(experienceFields);

/** Validates the experiences. A single blank entry counts as an empty list, which is invalid. */
export const validateExperiences = (
  experiences: readonly Experience[],
): Validation<Experience[]> => {
  const validation = validate(experiencesSchema, experiences);
  if (validation.valid || experiences.length !== 1 || hasText(experiences)) return validation;
  const none = { path: '', message: experienceMessages.atLeastOne };
  return { valid: false, issues: [none, ...validation.issues] };
};
