import { useEffect, useState } from 'react';

export type SaveStatus =
  | { readonly state: 'idle' }
  | { readonly state: 'saving' | 'saved' | 'error'; readonly message: string };

export const IDLE: SaveStatus = { state: 'idle' };

/** How an action goes; that it went well is told for `shownMs`. */
export const useSaveStatus = (
  shownMs: number,
): readonly [SaveStatus, (status: SaveStatus) => void] => {
  const [status, setStatus] = useState<SaveStatus>(IDLE);
  useEffect(() => {
    if (status.state !== 'saved') return;
    const timer = setTimeout(() => setStatus(IDLE), shownMs);
    return () => clearTimeout(timer);
  }, [status, shownMs]);
  return [status, setStatus];
};
