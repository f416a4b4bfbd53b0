import type { Examples } from '../../../test/calls.ts';

export const EXAMPLES: Examples = {
  'GET /api/admin/share-card': { path: () => '/api/admin/share-card?title=One' },
};
