import { expect, it } from 'vitest';
import { BLANK_EXPERIENCE, validateExperiences } from './validate-experiences.ts';

const complete = {
  ...BLANK_EXPERIENCE,
  role: ' Pilot ',
  company: 'Port',
  year: '2012',
  description: 'Ships.',
  stack: ['Tides'],
};
const lacks = (number: number) =>
  `Experience ${number} needs a year, title, company, description, and at least one skill chip`;

it('returns complete experiences with trimmed texts', () => {
  expect(validateExperiences([complete])).toEqual({
    valid: true,
    value: [{ ...complete, role: 'Pilot' }],
  });
});

it('treats a single blank experience as none', () => {
  const none = { path: '', message: 'Add at least one experience before saving' };
  expect(validateExperiences([])).toEqual({ valid: false, issues: [none] });
  expect(validateExperiences([BLANK_EXPERIENCE])).toEqual({
    valid: false,
    issues: [none, { path: '0.role', message: lacks(1) }],
  });
});
