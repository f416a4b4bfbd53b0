/** The parts of the dashboard, in their order. */
export const SECTIONS = {
  site: { id: 'site-metadata', title: 'Site metadata' },
  identity: { id: 'identity', title: 'Identity' },
  narrative: { id: 'narrative', title: 'Narrative' },
  contact: { id: 'contact', title: 'Contact' },
  siteSections: { id: 'site-sections', title: 'Site sections' },
} as const;
