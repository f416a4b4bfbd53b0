import { useLayoutEffect } from 'react';
import { useContentSaved } from '../data/content.ts';

/** Turns the owner's style sheet off while a page is shown that it must not change. */
export const useNoOwnStyle = (): void => {
  const saved = useContentSaved();
  useLayoutEffect(() => {
    const turn = (disabled: boolean) => {
      const link = document.querySelector<HTMLLinkElement>('#own-style');
      if (!link) return;
      // The current one, which no cache keeps without asking.
      if (!disabled && (saved || !link.href)) link.href = '/assets/now/style.css';
      link.disabled = disabled;
    };
    turn(true);
    return () => turn(false);
  }, [saved]);
};
