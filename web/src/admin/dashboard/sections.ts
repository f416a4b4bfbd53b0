/** The parts of the dashboard, in their order. */
export const SECTIONS = {
  identity: { id: 'identity', title: 'Identity' },
  narrative: { id: 'narrative', title: 'Narrative' },
  contact: { id: 'contact', title: 'Contact' },
} as const;
