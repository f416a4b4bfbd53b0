import type { PreviewKind, PreviewResponse } from 'content-schema';
import { useState } from 'react';
import { useRequest } from '../../../data/keep-session.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { RadioGroup } from '../../../ui/form/choice.tsx';
import { Problem, Status } from '../../../ui/messages.tsx';
import { momentOfChange } from '../../core/editing/changes/change-names.ts';
import type { AdminFeature, SlotProps } from '../../core/feature.tsx';
import { useAction } from '../../core/layout/action.tsx';
import { CopyField } from '../../core/layout/copy-field.tsx';
import { focusField } from '../../core/layout/question.tsx';

const TIMES = [
  { value: '1', label: '1 hour' },
  { value: '24', label: '1 day' },
  { value: '168', label: '1 week' },
  { value: '720', label: '30 days' },
] as const;

const MAKING = { done: '', failed: 'The link could not be made' };
const ENDING = { done: 'No link works any more', failed: 'The links could not be ended' };

const MadeLink = ({ url, expires }: PreviewResponse) => (
  <div ref={focusField} className="stack-4">
    <CopyField label="Preview link" value={url} variant="primary" />
    <p className="note">
      {`It works until ${momentOfChange(expires)}.`} Anyone with the link sees the page without an
      account; search engines are asked not to list it.
    </p>
  </div>
);

const SHOWN: Partial<Record<PreviewKind, string>> = {
  pull: 'It shows the pull request as you see it here, without later commits, until it is closed.',
  branch: 'It shows the branch as it is when the link is opened, with later commits.',
};

type Version = SlotProps['version'];

interface PreviewFormProps extends Version {
  readonly onClose: () => void;
}

const PreviewForm = ({ of, id, head, onClose }: PreviewFormProps) => {
  const request = useRequest();
  const [hours, setHours] = useState<(typeof TIMES)[number]['value']>('168');
  const [made, setMade] = useState<PreviewResponse>();
  const { status, run } = useAction();

  const make = async () => {
    const body = { of, name: id, head, hours: Number(hours) };
    setMade((await request('POST /admin/previews', { body })).response);
  };
  const endAll = async () => {
    await request('DELETE /admin/previews');
    setMade(undefined);
  };

  return (
    <div className="stack-4">
      {made ? (
        <MadeLink {...made} />
      ) : (
        <RadioGroup
          path="hours"
          label="How long it works"
          options={TIMES}
          value={hours}
          onChange={setHours}
        />
      )}
      {SHOWN[of] !== undefined && <p className="note">{SHOWN[of]}</p>}
      {status.state === 'error' && <Problem>{status.message}</Problem>}
      <div className="cluster-3">
        {!made && (
          <Button
            variant="primary"
            pending={status.state === 'busy'}
            onClick={() => void run(make, MAKING)}
          >
            Make the link
          </Button>
        )}
        <Button onClick={onClose}>Close</Button>
      </div>
      <section className="divided stack-3 start">
        <p className="note">All links that were made so far, here or elsewhere, can be ended.</p>
        <Button variant="plainDanger" onClick={() => void run(endAll, ENDING)}>
          End all links
        </Button>
        <Status message={status.state === 'done' ? status.message : undefined} tone="ok" />
      </section>
    </div>
  );
};

const PreviewLink = (props: Version) => {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Preview link</Button>
      {open && (
        <Dialog title="Preview link" onClose={close}>
          <PreviewForm {...props} onClose={close} />
        </Dialog>
      )}
    </>
  );
};

export const previews: AdminFeature = { slots: { version: PreviewLink } };
