import type { Examples } from '../../../test/calls.ts';
import { ADMIN_PASSWORD } from '../../../test/run-app.ts';

export const EXAMPLES: Examples = {
  'GET /api/admin/connection/app': {
    path: () => '/api/admin/connection/app?site=https://github.com',
  },
  'POST /api/admin/connection/app': {
    json: () => ({ code: 'code', state: 'state', password: ADMIN_PASSWORD }),
    status: 400,
  },
  'POST /api/admin/connection/plan': { json: () => ({ repository: 'ada/site' }), status: 400 },
  'PUT /api/admin/connection': {
    json: () => ({ repository: 'ada/site', kind: 'empty', password: ADMIN_PASSWORD }),
    status: 400,
  },
  'PATCH /api/admin/connection': { json: () => ({ publishedAt: null }), status: 422 },
  'DELETE /api/admin/connection': { json: () => ({ password: ADMIN_PASSWORD }), status: 422 },
};
