import { useState, type ComponentProps } from 'react';
import { createPortal } from 'react-dom';
import { Link } from 'react-router-dom';
import { useKeepSession } from '../../../data/keep-session.ts';
import { ApiError, type RequestWithQuery } from '../../../data/request.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { RadioGroup } from '../../../ui/form/choice.tsx';
import { Problem, Status } from '../../../ui/messages.tsx';
import type { SlotProps } from '../../core/feature.tsx';
import { useAction } from '../../core/layout/action.tsx';
import { propose, proposalPath, usePropose, useProposals, type Proposed } from './proposals.ts';

const NEW = 'new';

type OfferProps = Pick<ComponentProps<typeof Button>, 'onClick' | 'pending'>;

/** Says that GitHub takes a change only as a proposal, and offers that. */
const ProposeOffer = (button: OfferProps) => (
  <Problem>
    The branch is protected, so GitHub takes this only as a proposal.{' '}
    <Button variant="plainStrong" {...button}>
      Propose it
    </Button>
  </Problem>
);

interface ProposeButtonProps {
  readonly isShown?: boolean;
  /** Whether the branch took the change only as a proposal. */
  readonly isOffered?: boolean;
  readonly pending: boolean;
  readonly onPropose: (id: string) => void;
}

/** Asks whether a change is a proposal of its own or part of an open one. */
const ProposeButton = (props: ProposeButtonProps) => {
  const { isShown = true, isOffered = false, pending, onPropose } = props;
  const [asksWhere, setAsksWhere] = useState(false);
  const ask = () => setAsksWhere(true);
  const close = () => setAsksWhere(false);
  const { proposals = [] } = useProposals().response ?? {};
  const [chosen, setChosen] = useState(NEW);
  // A fork belongs to somebody else.
  const options = proposals.flatMap(({ id, title, isFork }) =>
    isFork ? [] : { value: id, label: `Add to “${title}”` },
  );
  const id = options.some(({ value }) => value === chosen) ? chosen : NEW;
  // Outside of the form, which Enter would submit.
  const dialog = (
    <Dialog
      title="Propose instead of publish"
      onClose={close}
      actions={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button
            variant="primary"
            onClick={() => {
              close();
              onPropose(id);
            }}
          >
            Propose
          </Button>
        </>
      }
    >
      <div className="stack-4">
        <p>
          The site stays as it is. The change waits under Proposals, where it can be read and
          published later.
        </p>
        {options.length > 0 && (
          <RadioGroup
            path="proposal"
            label="Propose it"
            value={id}
            onChange={setChosen}
            options={[{ value: NEW, label: 'As a proposal of its own' }, ...options]}
          />
        )}
      </div>
    </Dialog>
  );
  return (
    <>
      {isShown && (
        <Button variant="plain" pending={pending} onClick={ask}>
          Propose instead…
        </Button>
      )}
      {isOffered && <ProposeOffer onClick={ask} />}
      {asksWhere && createPortal(dialog, document.body)}
    </>
  );
};

/** The button that was pressed is gone, and the focus with it. */
const focusIfLost = (link: HTMLAnchorElement | null) => {
  if (document.activeElement === document.body) link?.focus();
};

/** Says what the edits became, with links to read it. */
const ProposedLinks = ({ id, title, url }: Proposed) => (
  <>
    Proposed:{' '}
    <Link ref={focusIfLost} to={proposalPath(id)}>
      “{title}”
    </Link>
    {url !== undefined && (
      <>
        {' · '}
        <a href={url}>At GitHub</a>
      </>
    )}
  </>
);

const MAY_BE_PROPOSED = 'No response came, so it may have been proposed. Look at the proposals.';

/** Makes a change a proposal. Its `note` says what became of it. */
const useProposing = () => {
  const keepSession = useKeepSession();
  const { reload } = useProposals();
  const [proposed, setProposed] = useState<Proposed>();
  const { status, run } = useAction();
  const isBusy = status.state === 'busy';
  const proposeTo = (id: string, send: RequestWithQuery) => {
    setProposed(undefined);
    const act = async () => {
      setProposed(await keepSession(() => propose(send, id)));
      reload();
    };
    void run(act, { done: '', failed: MAY_BE_PROPOSED });
  };
  const note = (
    <>
      {status.state === 'error' && <Problem>{status.message}</Problem>}
      <p role="status" className="status">
        {proposed ? <ProposedLinks {...proposed} /> : isBusy && 'Proposing…'}
      </p>
    </>
  );
  return { isBusy, proposed, proposeTo, note };
};

/** The calls that write to the branch, but can't propose that. */
const NEVER_PROPOSED = /^(POST \/proposals|PUT \/admin\/connection)/;

/** Offers to propose a change that a protected branch did not take. */
export const ProposeRejected = ({ error, children }: SlotProps['rejection']) => {
  const { isBusy, proposed, proposeTo, note } = useProposing();
  const isProtected = error instanceof ApiError && error.code === 'BranchProtected';
  const call = isProtected ? error.rejected : undefined;
  if (!call || NEVER_PROPOSED.test(call.name)) return children;
  return (
    <>
      {!proposed && <ProposeOffer pending={isBusy} onClick={() => proposeTo(NEW, call.again)} />}
      {note}
    </>
  );
};

/** Makes the change of a form without drafts a proposal instead of saving it. */
export const ProposeInstead = ({ send }: SlotProps['elsewhere']) => {
  const { isBusy, proposeTo, note } = useProposing();
  return (
    <>
      <ProposeButton pending={isBusy} onPropose={(id) => proposeTo(id, send)} />
      {note}
    </>
  );
};

/** The same for a form with drafts. */
export const ProposeEdits = (props: SlotProps['formElsewhere']) => {
  const { isUnsaved, isSending, rejection, onSend, children } = props;
  const isProtected = rejection === 'BranchProtected';
  const proposePatch = usePropose();
  const proposeEdits = (id: string) =>
    void onSend(async (patch, revision) => (
      <ProposedLinks {...await proposePatch(patch, revision, id)} />
    ));
  return (
    <>
      <ProposeButton
        isShown={isUnsaved || isSending}
        isOffered={isProtected}
        pending={isSending}
        onPropose={proposeEdits}
      />
      {!isProtected && children}
      <Status message={isSending ? 'Proposing…' : undefined} />
    </>
  );
};
