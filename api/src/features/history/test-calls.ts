import type { Examples } from '../../../test/calls.ts';

export const EXAMPLES: Examples = {
  'GET /api/history/{commit}/file': {
    path: ({ firstCommit }) => `/api/history/${firstCommit}/file?path=assets/logo.svg`,
  },
  'POST /api/history/{commit}/site/restore': {
    commit: [/^Restore the site as of \d{4}-\d\d-\d\d$/, 'M profile.json'],
  },
  'POST /api/history/{commit}/undo': {
    path: ({ lastCommit }) => `/api/history/${lastCommit}/undo`,
    json: () => ({ decisions: [] }),
    commit: ['Undo "An outside push"', 'M profile.json'],
  },
  'POST /api/history/{commit}/restore': {
    json: () => ({ path: 'profile.json' }),
    commit: [/^Restore profile as of \d{4}-\d\d-\d\d$/, 'M profile.json'],
  },
};
