import type { Examples } from '../../../test/calls.ts';

export const EXAMPLES: Examples = {
  'POST /api/admin/posts/upload': {
    commit: ['Import 2 posts', 'A posts/post-1.md', 'A posts/post-2.md'],
  },
  'POST /api/admin/posts/copy': { status: 400 },
};
