import { useCallback, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { entryIndex } from '../../../routing/history-entry.ts';
import { useNavigationBlocker } from '../../../routing/navigation-blocker.tsx';

/**
 * Asks before going back or forward to another page. The browser has moved by the time it says so,
 * so the move is undone first and done again when the administrator agrees.
 */
export const useGuardedHistory = (
  isHeld: () => boolean,
  leave: (action: () => void) => void,
): void => {
  const { pathname, key } = useLocation();
  const current = useRef({ pathname, index: 0 });
  const own = useRef<'undoing' | 'repeating' | undefined>(undefined);

  useEffect(() => {
    current.current = { pathname, index: entryIndex() ?? current.current.index };
  }, [pathname, key]);

  const move = useCallback(
    (event: PopStateEvent) => {
      const mine = own.current;
      own.current = undefined;
      if (mine === 'undoing') event.stopImmediatePropagation();
      const staysHere = location.pathname === current.current.pathname;
      if (mine !== undefined || staysHere || !isHeld()) return;

      event.stopImmediatePropagation();
      const steps = (entryIndex() ?? 0) - current.current.index || -1;
      own.current = 'undoing';
      history.go(-steps);
      leave(() => {
        own.current = 'repeating';
        history.go(steps);
      });
    },
    [isHeld, leave],
  );
  useNavigationBlocker(move);
};
