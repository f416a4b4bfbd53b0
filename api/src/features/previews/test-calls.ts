import type { Examples } from '../../../test/calls.ts';

export const EXAMPLES: Examples = {
  'POST /api/admin/previews': { json: () => ({ of: 'post', name: 'one', hours: 24 }), status: 201 },
  'DELETE /api/admin/previews': { status: 204 },
};
