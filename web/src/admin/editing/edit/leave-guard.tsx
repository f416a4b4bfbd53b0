import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { entryIndex } from '../../../routing/history-entry.ts';
import { useNavigationBlocker } from '../../../routing/navigation-blocker.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';

interface Unsaved {
  /** A sentence that says what happens to the edits when the page is left. */
  readonly warning: string;
}

interface LeaveScope {
  /** Calls `leave` at once if there are no unsaved edits, else when the administrator confirms. */
  readonly confirmLeave: (leave: () => void) => void;
  /** Requires confirmation until the returned function is called. */
  readonly block: (edits: Unsaved) => () => void;
}

const LeaveContext = createContext<LeaveScope>({
  confirmLeave: (leave) => leave(),
  block: () => () => undefined,
});

/** Returns a function that confirms leaving the page by other means than a link. */
export const useConfirmLeave = (): LeaveScope['confirmLeave'] =>
  useContext(LeaveContext).confirmLeave;

const confirmUnload = (event: BeforeUnloadEvent) => event.preventDefault();

/**
 * Asks for confirmation before another page opens or the tab closes with unsaved edits.
 *
 * @param warning a sentence that says what happens to the edits; false without unsaved edits.
 */
export const useUnsaved = (warning: string | false): void => {
  const { block } = useContext(LeaveContext);
  useEffect(() => {
    if (warning === false) return;
    const unblock = block({ warning });
    addEventListener('beforeunload', confirmUnload);
    return () => {
      unblock();
      removeEventListener('beforeunload', confirmUnload);
    };
  }, [warning, block]);
};

interface Guard {
  readonly isBlocked: () => boolean;
  readonly confirmLeave: LeaveScope['confirmLeave'];
}

const opensHere = (event: MouseEvent, link: HTMLAnchorElement): boolean =>
  event.button === 0 &&
  !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) &&
  (link.target === '' || link.target === '_self');

/** The path of another page of this site that the click would open; undefined for other clicks. */
const pathLeftFor = (event: MouseEvent): string | undefined => {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (link === null || !opensHere(event, link) || link.origin !== location.origin) return undefined;
  return link.pathname === location.pathname
    ? undefined
    : `${link.pathname}${link.search}${link.hash}`;
};

const useGuardedLinks = ({ isBlocked, confirmLeave }: Guard): void => {
  const navigate = useNavigate();
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      const path = isBlocked() ? pathLeftFor(event) : undefined;
      if (path === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      confirmLeave(() => void navigate(path));
    };
    // The capture phase comes before the router's own handlers.
    document.addEventListener('click', follow, { capture: true });
    return () => document.removeEventListener('click', follow, { capture: true });
  }, [isBlocked, confirmLeave, navigate]);
};

/**
 * Asks before going back or forward to another page. `popstate` comes after the move, so the move
 * is undone first, and repeated when the administrator confirms.
 */
const useGuardedHistory = ({ isBlocked, confirmLeave }: Guard): void => {
  const { pathname, key } = useLocation();
  const current = useRef({ pathname, index: 0 });
  const own = useRef<'undoing' | 'repeating' | undefined>(undefined);

  useEffect(() => {
    current.current = { pathname, index: entryIndex() ?? current.current.index };
  }, [pathname, key]);

  const move = useCallback(
    (event: PopStateEvent) => {
      const mine = own.current;
      if (mine === 'undoing') {
        event.stopImmediatePropagation();
        // The user may press Back again before the first move is undone.
        const rest = current.current.index - (entryIndex() ?? current.current.index);
        if (rest === 0) own.current = undefined;
        else history.go(rest);
        return;
      }
      own.current = undefined;
      const staysHere = location.pathname === current.current.pathname;
      if (mine !== undefined || staysHere || !isBlocked()) return;

      event.stopImmediatePropagation();
      const steps = (entryIndex() ?? 0) - current.current.index || -1;
      own.current = 'undoing';
      history.go(-steps);
      confirmLeave(() => {
        own.current = 'repeating';
        history.go(steps);
      });
    },
    [isBlocked, confirmLeave],
  );
  useNavigationBlocker(move);
};

interface Question {
  readonly leave: () => void;
  /** What happens to the edits, one sentence each. */
  readonly warnings: readonly string[];
}

/** Asks before the page is left while a component below has unsaved edits. */
export const LeaveGuard = ({ children }: { readonly children: ReactNode }) => {
  const blocks = useRef(new Set<Unsaved>());
  const [question, setQuestion] = useState<Question>();

  const isBlocked = useCallback(() => blocks.current.size > 0, []);
  const confirmLeave = useCallback((leave: () => void) => {
    const unsaved = [...blocks.current];
    if (unsaved.length === 0) leave();
    else setQuestion({ leave, warnings: [...new Set(unsaved.map(({ warning }) => warning))] });
  }, []);
  const block = useCallback((edits: Unsaved) => {
    const own = { ...edits };
    blocks.current.add(own);
    return () => void blocks.current.delete(own);
  }, []);
  const scope = useMemo(() => ({ confirmLeave, block }), [confirmLeave, block]);
  useGuardedLinks({ isBlocked, confirmLeave });
  useGuardedHistory({ isBlocked, confirmLeave });

  const stay = () => setQuestion(undefined);
  const go = () => {
    stay();
    question?.leave();
  };

  return (
    <LeaveContext value={scope}>
      {children}
      <Dialog
        open={question !== undefined}
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
        <p>Your changes on this page are not saved yet. {question?.warnings.join(' ')}</p>
      </Dialog>
    </LeaveContext>
  );
};
