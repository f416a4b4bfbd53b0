import type { Examples } from '../../../test/calls.ts';

export const EXAMPLES: Examples = {
  'POST /api/proposals/{id}/publish': {
    json: (_, { proposed: head }) => ({ head, leaveOut: [], decisions: [] }),
    commit: ['Publish proposal "An outside push"', 'A posts/idea.md'],
  },
};
