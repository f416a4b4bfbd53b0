import { useCallback, useMemo, useRef, useState, type ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { LeaveContext } from './leave-context.ts';
import { useGuardedHistory } from './use-guarded-history.ts';
import { useGuardedLinks } from './use-guarded-links.ts';

/** Asks before anything below it is left while edits are unsaved. */
export const LeaveGuard = ({ children }: { readonly children: ReactNode }) => {
  const held = useRef(0);
  const [action, setAction] = useState<() => void>();

  const isHeld = useCallback(() => held.current > 0, []);
  const leave = useCallback((next: () => void) => {
    if (held.current > 0) setAction(() => next);
    else next();
  }, []);
  const hold = useCallback(() => {
    held.current += 1;
    return () => {
      held.current -= 1;
    };
  }, []);
  const scope = useMemo(() => ({ leave, hold }), [leave, hold]);
  useGuardedLinks(isHeld, leave);
  useGuardedHistory(isHeld, leave);

  const stay = () => setAction(undefined);
  const go = () => {
    stay();
    action?.();
  };

  return (
    <LeaveContext value={scope}>
      {children}
      <Dialog
        open={action !== undefined}
        title="Leave without saving?"
        onClose={stay}
        actions={
          <>
            <Button look="primary" onClick={stay}>
              Stay on this page
            </Button>
            <Button onClick={go}>Leave without saving</Button>
          </>
        }
      >
        <p>
          Your changes on this page are not saved yet. They stay in this browser and are offered
          when you come back.
        </p>
      </Dialog>
    </LeaveContext>
  );
};
