import type { PreviewKind, PreviewResponse } from 'content-schema';
import { useEffect, useRef, useState } from 'react';
import { usePreviews } from '../../data/previews.ts';
import { ApiError, messageOf } from '../../data/request.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { RadioGroup } from '../../ui/form/choice.tsx';
import { TextField } from '../../ui/form/field.tsx';
import { FieldScope } from '../../ui/form/form.tsx';
import { Problem } from '../../ui/messages.tsx';
import { momentOfChange } from '../editing/changes/change-names.ts';
import { useAction } from './action.tsx';
import { CopyField } from './copy-field.tsx';

const TIMES = [
  { value: '1', label: '1 hour' },
  { value: '24', label: '1 day' },
  { value: '168', label: '1 week' },
  { value: '720', label: '30 days' },
] as const;

const FAILED = 'The link could not be made';
const ENDING = { done: '', failed: 'The link could not be ended' };

/** A created preview link, ready to copy. */
const MadeLink = ({ made }: { readonly made: PreviewResponse }) => {
  const link = useRef<HTMLDivElement>(null);
  // Keeps the focus: the pressed button is gone.
  useEffect(() => link.current?.querySelector('input')?.focus(), []);
  return (
    <div ref={link} className="stack-4">
      <CopyField label="Preview link" value={made.url} variant="primary" />
      <p className="note">
        {`It works until ${momentOfChange(made.expires)}.`} Anyone with the link sees the page
        without an account; search engines are asked not to list it.
      </p>
    </div>
  );
};

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

interface Target {
  readonly of: PreviewKind;
  readonly label: string;
  /** For example the post's id. If absent, a field with the label `ask` asks for it. */
  readonly name?: string;
  readonly ask?: string;
  /** What the list of links calls it; by default the label and the name. */
  readonly listed?: string;
}

interface PreviewLinkProps {
  /** What the link can show. The first is preselected. */
  readonly targets: readonly [Target, ...Target[]];
}

interface PreviewFormProps extends PreviewLinkProps {
  readonly onClose: () => void;
}

const PreviewForm = ({ targets, onClose }: PreviewFormProps) => {
  const previews = usePreviews();
  const [of, setOf] = useState<PreviewKind>(targets[0].of);
  const [typed, setTyped] = useState('');
  const [hours, setHours] = useState<(typeof TIMES)[number]['value']>('168');
  const [made, setMade] = useState<PreviewResponse>();
  const [failure, setFailure] = useState<unknown>();
  const [busy, setBusy] = useState(false);
  const target = targets.find((each) => each.of === of) ?? targets[0];
  const issues = failure instanceof ApiError ? failure.issues : [];

  const make = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      const name = target.name ?? typed;
      const label = target.listed ?? `${target.label}: ${name}`;
      setMade(await previews.make({ of, name, hours: Number(hours) }, label));
    } catch (error) {
      setFailure(error);
    }
    setBusy(false);
  };

  return (
    <FieldScope name="preview" issues={issues}>
      <div className="stack-4">
        {!made && (
          <>
            {targets.length > 1 && (
              <RadioGroup
                path="of"
                label="What it shows"
                options={targets.map(({ of: value, label }) => ({ value, label }))}
                value={of}
                onChange={setOf}
              />
            )}
            {target.ask !== undefined && (
              <TextField path="name" label={target.ask} value={typed} onChange={setTyped} />
            )}
            <RadioGroup
              path="hours"
              label="How long it works"
              options={TIMES}
              value={hours}
              onChange={setHours}
            />
          </>
        )}
        {failure !== undefined && issues.length === 0 && (
          <Problem>{messageOf(failure, FAILED)}</Problem>
        )}
        {made && <MadeLink made={made} />}
        <div className="cluster-3">
          {!made && (
            <Button variant="primary" pending={busy} onClick={() => void make()}>
              Make the link
            </Button>
          )}
          <Button onClick={onClose}>Close</Button>
        </div>
        {previews.made.length > 0 && <MadeLinks {...previews} />}
      </div>
    </FieldScope>
  );
};

/** Creates preview links, which open without an account. */
export const PreviewLink = ({ targets }: PreviewLinkProps) => {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Preview link</Button>
      <Dialog open={open} title="Preview link" onClose={() => setOpen(false)}>
        {open && <PreviewForm targets={targets} onClose={() => setOpen(false)} />}
      </Dialog>
    </>
  );
};
