import type { Sections } from 'content-schema';

/** The sections of the page in their order: where a link finds them, and what they are called. */
export const SECTIONS = {
  experiencesPage: { id: 'experiences', title: 'Experiences' },
  educations: { id: 'education', title: 'Education' },
  programmingLanguages: { id: 'programming-languages', title: 'Programming languages' },
  languagesSpoken: { id: 'languages', title: 'Languages' },
  achievements: { id: 'achievements', title: 'Achievements' },
} as const;

export type SectionName = keyof typeof SECTIONS;

const NAMES = Object.keys(SECTIONS) as SectionName[];

/** The sections that are not switched off. */
export const shownSections = (
  sections: Readonly<Record<SectionName, Pick<Sections[SectionName], 'visible'>>>,
): SectionName[] => NAMES.filter((name) => sections[name].visible);
