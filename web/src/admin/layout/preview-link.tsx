import type { PreviewKind, PreviewResponse } from 'content-schema';
import { useState } from 'react';
import { usePreviews } from '../../data/previews.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { RadioGroup } from '../../ui/form/choice.tsx';
import { Problem } from '../../ui/messages.tsx';
import { momentOfChange } from '../editing/changes/change-names.ts';
import { useAction } from './action.tsx';
import { CopyField } from './copy-field.tsx';
import { focusField } from './question.tsx';

const TIMES = [
  { value: '1', label: '1 hour' },
  { value: '24', label: '1 day' },
  { value: '168', label: '1 week' },
  { value: '720', label: '30 days' },
] as const;

const MAKING = { done: '', failed: 'The link could not be made' };
const ENDING = { done: '', failed: 'The link could not be ended' };

/** A created preview link, ready to copy. */
const MadeLink = ({ url, expires }: PreviewResponse) => (
  <div ref={focusField} className="stack-4">
    <CopyField label="Preview link" value={url} variant="primary" />
    <p className="note">
      {`It works until ${momentOfChange(expires)}.`} Anyone with the link sees the page without an
      account; search engines are asked not to list it.
    </p>
  </div>
);

/** The links that were made in this browser, each of which can be ended. */
const MadeLinks = ({ made, end, endAll }: ReturnType<typeof usePreviews>) => {
  const { status, run } = useAction();
  return (
    <section className="divided stack-3 start">
      <h3>Links made in this browser</h3>
      <ul role="list" className="stack-2">
        {made.map((preview) => (
          <li key={preview.url} className="line">
            <span>
              {preview.label} <span className="note">until {momentOfChange(preview.expires)}</span>
            </span>
            <Button onClick={() => void run(() => end(preview), ENDING)}>
              End this link<span className="visually-hidden">: {preview.label}</span>
            </Button>
          </li>
        ))}
      </ul>
      <p className="note">Links made elsewhere end with all others.</p>
      <Button variant="plainDanger" onClick={() => void run(endAll, ENDING)}>
        End all links
      </Button>
      {status.state === 'error' && <Problem>{status.message}</Problem>}
    </section>
  );
};

/** What a link to a version that may change shows. */
const SHOWN: Partial<Record<PreviewKind, string>> = {
  pull: 'It shows the pull request as you see it here, without later commits, until it is closed.',
  branch: 'It shows the branch as it is when the link is opened, with later commits.',
};

interface PreviewLinkProps {
  readonly of: PreviewKind;
  /** The post's id, for example. */
  readonly name: string;
  /** The commit of a pull request to show. */
  readonly head?: string;
  /** What the list of links calls it. */
  readonly listed: string;
}

interface PreviewFormProps extends PreviewLinkProps {
  readonly onClose: () => void;
}

const PreviewForm = ({ of, name, head, listed, onClose }: PreviewFormProps) => {
  const previews = usePreviews();
  const [hours, setHours] = useState<(typeof TIMES)[number]['value']>('168');
  const [made, setMade] = useState<PreviewResponse>();
  const { status, run } = useAction();

  const make = async () => {
    setMade(await previews.make({ of, name, head, hours: Number(hours) }, listed));
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
      {previews.made.length > 0 && <MadeLinks {...previews} />}
    </div>
  );
};

/** Creates preview links, which open without an account. */
export const PreviewLink = (props: PreviewLinkProps) => {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Preview link</Button>
      <Dialog open={open} title="Preview link" onClose={close}>
        {open && <PreviewForm {...props} onClose={close} />}
      </Dialog>
    </>
  );
};
