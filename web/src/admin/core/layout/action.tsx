import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
  type ReactNode,
} from 'react';
import { createPortal } from 'react-dom';
import { Problem } from '../../../ui/messages.tsx';
import { Status, STATUS_MESSAGE_MS } from '../../../ui/status.tsx';
import { useKeepSession } from '../../../data/keep-session.ts';
import { useProposals } from '../../features/proposals/use-proposals.ts';
import { ApiError, messageOf, type Proposed } from '../../../data/request.ts';
import { Button } from '../../../ui/button.tsx';
import { ProposeDialog, ProposedLinks, ProposeOffer } from '../../features/proposals/propose.tsx';

type ActionStatus =
  | { readonly state: 'idle' | 'busy' }
  | { readonly state: 'done'; readonly message: string }
  | { readonly state: 'error'; readonly message: string; readonly error: unknown };

interface Words {
  readonly done: string;
  /** The message for a failure without a message from the server. */
  readonly failed: string;
}

const IDLE: ActionStatus = { state: 'idle' };

/**
 * Runs a button's action and reports its status. The success message disappears after a while.
 *
 * @param before the success message of the page that led here.
 */
export const useAction = (before?: string) => {
  const [status, setStatus] = useState<ActionStatus>(
    before === undefined ? IDLE : { state: 'done', message: before },
  );
  const last = useRef<Promise<boolean>>(Promise.resolve(true));

  useEffect(() => {
    if (status.state !== 'done') return;
    const timer = setTimeout(() => setStatus(IDLE), STATUS_MESSAGE_MS);
    return () => clearTimeout(timer);
  }, [status]);

  const attempt = async (
    act: () => Promise<unknown>,
    { done, failed }: Words,
  ): Promise<boolean> => {
    setStatus({ state: 'busy' });
    try {
      await act();
      setStatus({ state: 'done', message: done });
      return true;
    } catch (error) {
      setStatus({ state: 'error', message: messageOf(error, failed), error });
      return false;
    }
  };

  /** Runs one action after the other. Resolves to whether the action succeeded. */
  const run = useCallback((act: () => Promise<unknown>, words: Words) => {
    last.current = last.current.then(() => attempt(act, words));
    return last.current;
  }, []);

  return { status, run };
};

const MAY_BE_PROPOSED = 'No response came, so it may have been proposed. Look at the proposals.';

interface FailureProps {
  readonly error: unknown;
  /** The message for an error without a message from the server. */
  readonly message: string;
}

/** Makes a change a proposal. Its `note` says what became of it. */
const useProposing = () => {
  const keepSession = useKeepSession();
  const { reload } = useProposals();
  const [proposed, setProposed] = useState<Proposed>();
  const { status, run } = useAction();
  const isBusy = status.state === 'busy';
  const propose = (send: () => Promise<Proposed>) => {
    setProposed(undefined);
    const act = async () => {
      setProposed(await keepSession(send));
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
  return { isBusy, proposed, propose, note };
};

/** Says why a change failed. Where the branch is protected, offers to propose it instead. */
export const Failure = ({ error, message }: FailureProps) => {
  const { isBusy, proposed, propose, note } = useProposing();
  const send = error instanceof ApiError && error.propose;
  if (!send) return <Problem>{messageOf(error, message)}</Problem>;
  return (
    <>
      {!proposed && <ProposeOffer pending={isBusy} onClick={() => propose(send)} />}
      {note}
    </>
  );
};

interface ProposeInsteadProps {
  /** Adds the change to the proposal with an id, or makes it a `new` one. */
  readonly propose: (id: string) => Promise<Proposed>;
}

/** The button of a form without drafts that makes its change a proposal instead of saving it. */
export const ProposeInstead = ({ propose: send }: ProposeInsteadProps) => {
  const { isBusy, propose, note } = useProposing();
  const [asksWhere, setAsksWhere] = useState<boolean>();
  const dialog = (
    <ProposeDialog
      open={asksWhere === true}
      onClose={() => setAsksWhere(false)}
      propose={(id) => propose(() => send(id))}
    />
  );
  return (
    <>
      <Button variant="plain" pending={isBusy} onClick={() => setAsksWhere(true)}>
        Propose instead…
      </Button>
      {note}
      {/* Outside of the form, which Enter would submit. */}
      {asksWhere !== undefined && createPortal(dialog, document.body)}
    </>
  );
};

interface ActionNoteProps {
  readonly status: ActionStatus;
  readonly busy?: string;
}

/** The element for messages about actions, at the bottom of the window; null until it exists. */
export const NoteContext = createContext<HTMLElement | null>(null);

/** Shows a message where the offer to undo the action is shown, too. */
export const InNote = ({ children }: { readonly children: ReactNode }) => {
  const note = useContext(NoteContext);
  return note && createPortal(children, note);
};

/** Shows the status of an action, in view anywhere on the page. */
export const ActionNote = ({ status, busy = 'Working…' }: ActionNoteProps) => (
  <InNote>
    {status.state === 'error' && <Failure {...status} />}
    <Status
      message={
        status.state === 'done' ? status.message : status.state === 'busy' ? busy : undefined
      }
      tone={status.state === 'done' ? 'ok' : 'progress'}
    />
  </InNote>
);
