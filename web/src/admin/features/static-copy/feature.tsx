import { API_BASE_PATH } from 'content-schema';
import type { AdminFeature } from '../../core/feature.tsx';
import { ActionButton } from '../../core/layout/action.tsx';
import { download } from '../../core/layout/download.ts';

const COPY = `${API_BASE_PATH}/admin/static-copy`;
const WORDS = { done: '', failed: 'The static copy could not be downloaded' };

const StaticCopy = () => (
  <>
    <p className="note">
      A static copy is what visitors see, as files for any web server or a disk.
    </p>
    <div>
      <ActionButton act={() => download(COPY)} words={WORDS}>
        Download a static copy
      </ActionButton>
    </div>
  </>
);

export const staticCopy: AdminFeature = { slots: { store: StaticCopy } };
