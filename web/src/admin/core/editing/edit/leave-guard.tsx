import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { BEFORE_MOVE, entryIndex } from '../../../../routing/history-entry.ts';
import { isPlainClick } from '../../../../routing/plain-click.ts';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { useWindowEvent } from '../../../../ui/use-window-event.ts';

interface LeaveScope {
  /** Calls `leave` at once if there are no unsaved edits, else when the administrator confirms. */
  readonly confirmLeave: (leave: () => void) => void;
  /** Sets what to say about the unsaved edits; false without any. */
  readonly setWarning: (warning: string | false) => void;
}

const LeaveContext = createContext<LeaveScope>({
  confirmLeave: (leave) => leave(),
  setWarning: () => undefined,
});

/** Returns a function that confirms leaving the page by other means than a link. */
export const useConfirmLeave = (): LeaveScope['confirmLeave'] =>
  useContext(LeaveContext).confirmLeave;

/**
 * Asks before another page opens or the tab closes; for one component of a page only. `warning` says
 * what happens to the unsaved edits; false without any.
 */
export const useUnsaved = (warning: string | false): void => {
  const { setWarning } = useContext(LeaveContext);
  useWindowEvent('beforeunload', (event) => event.preventDefault(), warning !== false);
  useEffect(() => {
    setWarning(warning);
    return () => setWarning(false);
  }, [warning, setWarning]);
};

/** Asks whether to leave, and returns true; returns false if there are no unsaved edits. */
type AskToLeave = (leave: () => void) => boolean;

/** The path of another page of this site that the click would open; undefined for other clicks. */
const pathLeftFor = (event: MouseEvent): string | undefined => {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link || !isPlainClick(event) || !['', '_self'].includes(link.target)) return undefined;
  const isOther = link.origin === location.origin && link.pathname !== location.pathname;
  return isOther ? `${link.pathname}${link.search}${link.hash}` : undefined;
};

const useGuardedLinks = (ask: AskToLeave): void => {
  const navigate = useNavigate();
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      const path = pathLeftFor(event);
      if (path === undefined || !ask(() => void navigate(path))) return;
      event.preventDefault();
      event.stopPropagation();
    };
    // The capture phase comes before the router's own handlers.
    document.addEventListener('click', follow, { capture: true });
    return () => document.removeEventListener('click', follow, { capture: true });
  }, [ask, navigate]);
};

/** Asks before going back or forward: undoes the move, and repeats it when it is confirmed. */
const useGuardedHistory = (ask: AskToLeave): void => {
  const { pathname, key } = useLocation();
  const current = useRef({ pathname, index: 0 });
  const own = useRef<'undoing' | 'repeating' | undefined>(undefined);

  useEffect(() => {
    current.current = { pathname, index: entryIndex() ?? current.current.index };
  }, [pathname, key]);

  const move = useEffectEvent((event: Event) => {
    const ownMove = own.current;
    if (ownMove === 'undoing') {
      event.preventDefault();
      // The user may press Back again before the first move is undone.
      const rest = current.current.index - (entryIndex() ?? current.current.index);
      if (rest === 0) own.current = undefined;
      else history.go(rest);
      return;
    }
    own.current = undefined;
    if (ownMove !== undefined || location.pathname === current.current.pathname) return;

    const steps = (entryIndex() ?? 0) - current.current.index || -1;
    const repeat = () => {
      own.current = 'repeating';
      history.go(steps);
    };
    if (!ask(repeat)) return;
    event.preventDefault();
    own.current = 'undoing';
    history.go(-steps);
  });
  useEffect(() => {
    addEventListener(BEFORE_MOVE, move);
    return () => removeEventListener(BEFORE_MOVE, move);
  }, []);
};

export const LeaveGuard = ({ children }: { readonly children: ReactNode }) => {
  const warning = useRef<string | false>(false);
  const [question, setQuestion] = useState<{
    readonly leave: () => void;
    readonly warning: string;
  }>();

  const ask: AskToLeave = useCallback((leave) => {
    if (warning.current === false) return false;
    setQuestion({ leave, warning: warning.current });
    return true;
  }, []);
  const scope = useMemo(
    (): LeaveScope => ({
      confirmLeave: (leave) => {
        if (!ask(leave)) leave();
      },
      setWarning: (next) => {
        warning.current = next;
      },
    }),
    [ask],
  );
  useGuardedLinks(ask);
  useGuardedHistory(ask);

  const stay = () => setQuestion(undefined);
  const go = () => {
    stay();
    question?.leave();
  };

  return (
    <LeaveContext value={scope}>
      {children}
      {question && (
        <Dialog
          title="Leave without saving?"
          onClose={stay}
          actions={
            <>
              <Button variant="primary" onClick={stay}>
                Stay on this page
              </Button>
              <Button onClick={go}>Leave without saving</Button>
            </>
          }
        >
          <p>Your changes on this page are not saved yet. {question.warning}</p>
        </Dialog>
      )}
    </LeaveContext>
  );
};
