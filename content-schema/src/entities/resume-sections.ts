/**
 * The sections of the experiences page in order: with anchor and title. Clients may leave out an
 * `optional` section, and pages show it only with entries.
 */
export const resumeSections = {
  experiencesPage: { id: 'experiences', title: 'Experiences' },
  projects: { id: 'projects', title: 'Projects', optional: true },
  educations: { id: 'education', title: 'Education' },
  programmingLanguages: { id: 'programming-languages', title: 'Programming languages' },
  languagesSpoken: { id: 'languages', title: 'Languages' },
  achievements: { id: 'achievements', title: 'Achievements' },
} as const;

export type ResumeSectionName = keyof typeof resumeSections;

/** The sections that clients may leave out. */
export type OptionalSectionName = {
  [N in ResumeSectionName]: (typeof resumeSections)[N] extends { optional: true } ? N : never;
}[ResumeSectionName];

export const RESUME_SECTION_NAMES = Object.keys(resumeSections) as ResumeSectionName[];

interface Section {
  readonly visible: boolean;
  readonly items?: readonly unknown[];
}

/** Returns the sections that a page shows, in order. */
export const shownSections = (sections: { readonly [Name in ResumeSectionName]?: Section }) =>
  RESUME_SECTION_NAMES.filter((name) => {
    const { visible = false, items = [] } = sections[name] ?? {};
    return visible && (!('optional' in resumeSections[name]) || items.length > 0);
  });

/** A comma outside of parentheses. */
const SEPARATOR = /,(?![^(]*\))/;

/** The languages one by one. The editor stores them as a single text, separated by commas. */
export const spokenLanguages = (items: readonly string[]): string[] =>
  items
    .flatMap((item) => item.split(SEPARATOR))
    .map((language) => language.trim())
    .filter((language) => language !== '');
