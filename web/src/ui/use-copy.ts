import { useEffect, useState } from 'react';

/** How long it is said that the text was copied. */
const COPIED_TOOLTIP_MS = 2000;

interface Copy {
  /** `copied` for a short while only; `failed` until the next try. */
  readonly state: 'idle' | 'copied' | 'failed';
  readonly copy: (text: string) => Promise<void>;
}

/** Copies text to the clipboard, and tells how that went. */
export const useCopy = (): Copy => {
  const [state, setState] = useState<Copy['state']>('idle');
  // Each copy counts, so that a second one is shown for as long as the first.
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
