import * as v from 'valibot';
import { list, optionalText, record, textList } from './text.ts';

export const experienceMessages = {
  atLeastOne: 'Add at least one experience before saving',
  /** @param position counted from 1, as the form numbers its entries. */
  incomplete: (position: number) =>
    `Experience ${position} needs a year, title, company, description, and at least one skill chip`,
} as const;

export const experienceSchema = record({
  role: optionalText(),
  company: optionalText(),
  /** Free text such as a date range. */
  year: optionalText(),
  location: optionalText(),
  description: optionalText(),
  achievements: v.optional(textList(), []),
  /** The skills. */
  stack: v.optional(textList(), []),
});

export type Experience = v.InferOutput<typeof experienceSchema>;

const isComplete = ({ year, role, company, description, stack }: Experience): boolean =>
  [year, role, company, description].every((value) => value !== '') && stack.length > 0;

/** All experiences, in the order of display. */
export const experiencesSchema = v.pipe(
  list(experienceSchema),
  v.minLength(1, experienceMessages.atLeastOne),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    for (const [key, value] of dataset.value.entries()) {
      if (isComplete(value)) continue;
      addIssue({
        message: experienceMessages.incomplete(key + 1),
        path: [{ type: 'array', origin: 'value', input: dataset.value, key, value }],
      });
    }
  }),
);
