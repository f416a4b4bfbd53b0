/**
 * The sections of the experiences page, in their order: where a link finds each, what it is called,
 * and which kind of items it has. By its key it is stored in the entity `Sections`.
 */
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
