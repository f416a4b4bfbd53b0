import { Problem } from '../../ui/problem.tsx';
import { Status } from '../../ui/status.tsx';
import type { SaveStatus } from './use-save-status.ts';

/** How an action goes, or why it failed. */
export const SaveStatusLine = ({ status }: { readonly status: SaveStatus }) => (
  <>
    {status.state === 'error' && <Problem>{status.message}</Problem>}
    <Status
      message={status.state === 'saving' || status.state === 'saved' ? status.message : undefined}
      tone={status.state === 'saved' ? 'ok' : 'progress'}
    />
  </>
);
