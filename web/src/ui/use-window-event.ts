import { useEffect, useEffectEvent } from 'react';

/** The elements in which keys type characters. */
export const TEXT_FIELDS = 'input, textarea, select, [contenteditable]';

export const useWindowEvent = <Name extends keyof WindowEventMap>(
  name: Name,
  listen: (event: WindowEventMap[Name]) => void,
  isActive = true,
): void => {
  const handle = useEffectEvent(listen);
  useEffect(() => {
    if (!isActive) return;
    addEventListener(name, handle);
    return () => removeEventListener(name, handle);
  }, [name, isActive]);
};
