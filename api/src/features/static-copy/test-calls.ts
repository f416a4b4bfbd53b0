import type { Examples } from '../../../test/calls.ts';

export const EXAMPLES: Examples = {
  'PUT /api/admin/static-copy/workflow': {
    json: () => ({ repository: 'ada/product' }),
    commit: ['Publish to GitHub Pages', 'A .github/workflows/publish.yml'],
  },
};
