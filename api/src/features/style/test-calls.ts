import type { Examples } from '../../../test/calls.ts';

export const EXAMPLES: Examples = {
  'PUT /api/admin/style': {
    json: () => ({ css: 'a { color: red }', fonts: [] }),
    commit: ['Update style: CSS, fonts', 'D assets/fonts/mine.woff2', 'M assets/style.css'],
  },
};
