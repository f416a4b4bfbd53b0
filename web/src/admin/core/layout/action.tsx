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

interface Note {
  /** The element for messages about actions, at the bottom of the window; null until it exists. */
  readonly element: HTMLElement | null;
  /** Called once an action's own message says what was done. */
  readonly onSaid: () => void;
}

export const NoteContext = createContext<Note>({ element: null, onSaid: () => undefined });

interface InNoteProps {
  /** What was done; absent until then. */
  readonly done: string | undefined;
  readonly children?: ReactNode;
}

/** Shows messages where the offer to undo the action is shown, too. */
export const InNote = ({ done, children }: InNoteProps) => {
  const { element, onSaid } = useContext(NoteContext);
  useEffect(() => {
    if (done !== undefined) onSaid();
  }, [done, onSaid]);
  return (
    element &&
    createPortal(
      <>
        {children}
        <Status message={done} tone="ok" />
      </>,
      element,
    )
  );
};

export const ActionNote = ({ status, busy = 'Working…' }: ActionNoteProps) => (
  <InNote done={status.state === 'done' ? status.message : undefined}>
    {status.state === 'error' && <Failure {...status} />}
    <Status message={status.state === 'busy' ? busy : undefined} tone="progress" />
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
