/** The parts of the page, in their order. */
export const SECTIONS = {
  experiences: { id: 'experiences', title: 'Career experiences' },
  education: { id: 'education-and-more', title: 'Education and more' },
} as const;
