import { createContext, useContext, useEffect } from 'react';

interface LeaveScope {
  /** Does what leaves the page: at once, or when the administrator agrees to lose the edits. */
  readonly leave: (action: () => void) => void;
  /** Marks edits as unsaved, until the function that it returns is called. */
  readonly hold: () => () => void;
}

export const LeaveContext = createContext<LeaveScope>({
  leave: (action) => action(),
  hold: () => () => undefined,
});

/** For what leaves the page without being a link. */
export const useLeave = (): LeaveScope['leave'] => useContext(LeaveContext).leave;

const askBrowserToStay = (event: BeforeUnloadEvent) => event.preventDefault();

/** Guards edits while they are unsaved: another page, and closing the tab, asks first. */
export const useUnsaved = (unsaved: boolean): void => {
  const { hold } = useContext(LeaveContext);
  useEffect(() => {
    if (!unsaved) return;
    const release = hold();
    addEventListener('beforeunload', askBrowserToStay);
    return () => {
      release();
      removeEventListener('beforeunload', askBrowserToStay);
    };
  }, [unsaved, hold]);
};
