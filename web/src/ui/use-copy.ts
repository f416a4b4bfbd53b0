import { useEffect, useState } from 'react';

export const COPIED_TOOLTIP_MS = 2000;
export const COPY_FAILED = 'Unable to copy to clipboard — your browser may block it.';

interface Copy {
  /** `copied` for a short time; `failed` until the next attempt. */
  readonly state: 'idle' | 'copied' | 'failed';
  readonly copy: (text: string) => Promise<void>;
}

/** Copies text to the clipboard, and returns the state of the last attempt. */
export const useCopy = (): Copy => {
  const [state, setState] = useState<Copy['state']>('idle');
  // Restarts the timer on each copy, so that a second one is shown just as long.
  const [copies, setCopies] = useState(0);

  useEffect(() => {
    if (state !== 'copied') return;
    const timer = setTimeout(() => setState('idle'), COPIED_TOOLTIP_MS);
    return () => clearTimeout(timer);
  }, [state, copies]);

  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text);
      setState('copied');
      setCopies((count) => count + 1);
    } catch {
      setState('failed');
    }
  };
  return { state, copy };
};
