import {
  createContext,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  type ReactNode,
} from 'react';

type MoveListener = (event: PopStateEvent) => void;

const BlockContext = createContext(
  (_listener: MoveListener): (() => void) =>
    () =>
      undefined,
);

/**
 * Lets one listener handle `popstate` events before the router does. Must wrap the app inside the
 * router from the start: a child's layout effect runs before its parent's, and browsers call
 * listeners in the order in which they were added.
 */
export const NavigationBlocker = ({ children }: { readonly children: ReactNode }) => {
  const listener = useRef<MoveListener>(undefined);
  useLayoutEffect(() => {
    const move = (event: PopStateEvent) => listener.current?.(event);
    addEventListener('popstate', move);
    return () => removeEventListener('popstate', move);
  }, []);

  const listen = useMemo(
    () => (next: MoveListener) => {
      listener.current = next;
      return () => {
        listener.current = undefined;
      };
    },
    [],
  );
  return <BlockContext value={listen}>{children}</BlockContext>;
};

/**
 * Calls `listener` on each move through the history. It can stop the event to keep it from the
 * router.
 */
export const useNavigationBlocker = (listener: MoveListener): void => {
  const listen = useContext(BlockContext);
  useEffect(() => listen(listener), [listen, listener]);
};
