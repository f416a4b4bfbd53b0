import * as v from 'valibot';
import { flag, list, optionalText, record, textList } from './text.ts';

export const sectionsMessages = {
  removeEducation: 'This education entry contains data. Are you sure you want to remove it?',
} as const;

const educationSchema = record({
  institution: optionalText(),
  degree: optionalText(),
  year: optionalText(),
  description: optionalText(),
});

export type Education = v.InferOutput<typeof educationSchema>;

const isBlank = (education: Education): boolean =>
  Object.values(education).every((value) => value === '');

const visible = () => v.optional(flag(), true);
const textItems = () => record({ visible: visible(), items: v.optional(textList(), []) });

/** The copy of the page sections, and which sections of the experiences page are shown. */
export const sectionsSchema = record({
  contact: record({ description: optionalText() }),
  experiencesPage: record({ visible: visible() }),
  educations: record({
    visible: visible(),
    items: v.pipe(
      v.optional(list(educationSchema), []),
      v.transform((items) => items.filter((item) => !isBlank(item))),
    ),
  }),
  programmingLanguages: textItems(),
  /** Entered as one comma-separated text and kept as a single item. */
  languagesSpoken: textItems(),
  achievements: textItems(),
});

export type Sections = v.InferOutput<typeof sectionsSchema>;
