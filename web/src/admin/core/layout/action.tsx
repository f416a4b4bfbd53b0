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
import { Button } from '../../../ui/button.tsx';
import { Problem, Status, STATUS_MESSAGE_MS } from '../../../ui/messages.tsx';
import { ApiError, messageOf } from '../../../data/request.ts';
import { Slot } from '../feature.tsx';

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

/** Runs a button's action and reports its status; at first the success of the page `before`. */
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

interface FailureProps {
  readonly error: unknown;
  readonly message: string;
}

export const Failure = ({ error, message }: FailureProps) => (
  <Slot name="rejection" code={error instanceof ApiError ? error.code : undefined}>
    <Problem>{messageOf(error, message)}</Problem>
  </Slot>
);

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

interface ActionButtonProps {
  readonly act: () => Promise<unknown>;
  readonly words: Words;
  readonly children: string;
}

/** Runs an action at once: the message that follows offers to undo it. */
export const ActionButton = ({ act, words, children }: ActionButtonProps) => {
  const { status, run } = useAction();
  return (
    <>
      <Button
        variant="plainStrong"
        pending={status.state === 'busy'}
        onClick={() => void run(act, words)}
      >
        {children}
      </Button>
      <ActionNote status={status} />
    </>
  );
};
