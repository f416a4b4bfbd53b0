import { API_BASE_PATH, failureMessages } from 'content-schema';
import { useRequest } from '../../../data/keep-session.ts';
import { Button } from '../../../ui/button.tsx';
import type { AdminFeature } from '../../core/feature.tsx';
import { ActionButton } from '../../core/layout/action.tsx';
import { download } from '../../core/layout/download.ts';
import { useAsk } from '../../core/layout/question.tsx';
import { FormSection } from '../../core/layout/sectioned-page.tsx';

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

const Publication = () => {
  const send = useRequest();
  const ask = useAsk();
  const add = () =>
    ask({
      title: 'Add the workflow?',
      fields: {
        repository: { label: 'Repository of this product at GitHub', hint: 'As owner/name.' },
      },
      action: 'Add',
      onConfirm: ({ repository }) =>
        send('PUT /admin/static-copy/workflow', { body: { repository } }),
      failed: () => failureMessages.saveContent,
    });
  return (
    <FormSection id="pages" title="GitHub Pages">
      <p className="note">
        A workflow in the repository publishes a static copy at each push, and every hour for what
        is planned. The App or token needs “Workflows”: read and write. In the settings of the
        repository, under Pages, the source is to be “GitHub Actions”.
      </p>
      <Button onClick={add}>Add the workflow</Button>
    </FormSection>
  );
};

export const staticCopy: AdminFeature = {
  slots: { store: StaticCopy, connected: Publication },
};
