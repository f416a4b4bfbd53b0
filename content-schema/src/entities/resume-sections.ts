/** The sections of the experiences page in order: with anchor, title and kind of items. */
export const resumeSections = {
  experiencesPage: { id: 'experiences', title: 'Experiences', items: 'experiences' },
  educations: { id: 'education', title: 'Education', items: 'educations' },
  programmingLanguages: {
    id: 'programming-languages',
    title: 'Programming languages',
    items: 'tags',
  },
  languagesSpoken: { id: 'languages', title: 'Languages', items: 'languages' },
  achievements: { id: 'achievements', title: 'Achievements', items: 'achievements' },
} as const;

export type ResumeSectionName = keyof typeof resumeSections;

export const RESUME_SECTION_NAMES = Object.keys(resumeSections) as ResumeSectionName[];
