import type { Examples } from '../../../test/calls.ts';

export const EXAMPLES: Examples = {
  'PUT /api/admin/layout': { json: () => ({ isCorrected: true, posts: ['notes/'] }), status: 404 },
};
