import { useState } from 'react';
import { useDebounced } from './use-debounced.ts';

export const COPIED_TOOLTIP_MS = 2000;
export const COPY_FAILED = 'Unable to copy to clipboard — your browser may block it.';

type State = 'idle' | 'copied' | 'failed';

/** Copies text to the clipboard. `copied` is shown for a short time, `failed` until the next copy. */
export const useCopy = () => {
  // An object, since each copy restarts the timer, so that a second one is shown just as long.
  const [attempt, setAttempt] = useState<{ readonly state: State }>({ state: 'idle' });
  const isOver = useDebounced(attempt, COPIED_TOOLTIP_MS) === attempt;

  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text);
      setAttempt({ state: 'copied' });
    } catch {
      setAttempt({ state: 'failed' });
    }
  };
  const state: State = isOver && attempt.state === 'copied' ? 'idle' : attempt.state;
  return { state, copy };
};
