import {
  experienceMessages,
  experiencesSchema,
  validate,
  type Experience,
  type Issue,
  type Validation,
} from 'content-schema';

export const BLANK_EXPERIENCE: Experience = {
  role: '',
  company: '',
  year: '',
  location: '',
  description: '',
  achievements: [],
  stack: [],
};

/** What an experience needs, in the order of the form. */
const NEEDED = ['role', 'company', 'year', 'description', 'stack'] as const;

const isEmpty = (value: string | readonly string[]): boolean =>
  typeof value === 'string' ? value.trim() === '' : value.length === 0;

const isBlank = (experience: Experience): boolean => Object.values(experience).every(isEmpty);

/** An experience's issue leads to the first field that it lacks. */
const toField =
  (experiences: readonly Experience[]) =>
  (issue: Issue): Issue => {
    const experience = experiences[Number(issue.path)];
    const lacking = NEEDED.find((field) => experience && isEmpty(experience[field]));
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
  const isNone = experiences.length === 1 && experiences.every(isBlank);
  const none: Issue = { path: '', message: experienceMessages.atLeastOne };
  return { valid: false, issues: isNone ? [none, ...issues] : issues };
};
