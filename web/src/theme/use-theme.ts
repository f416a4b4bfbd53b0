import { useSyncExternalStore } from 'react';
import { applyTheme, storedTheme, storeTheme, type Theme } from './theme.ts';

const CHANGE = 'themechange';

/** Told of a choice made on this page, and of one made on another page of the site. */
const subscribe = (listener: () => void) => {
  const follow = () => {
    applyTheme(storedTheme());
    listener();
  };
  addEventListener(CHANGE, listener);
  addEventListener('storage', follow);
  return () => {
    removeEventListener(CHANGE, listener);
    removeEventListener('storage', follow);
  };
};

const unknownOnServer = (): Theme => 'system';

const choose = (theme: Theme): void => {
  storeTheme(theme);
  applyTheme(theme);
  dispatchEvent(new Event(CHANGE));
};

/** The chosen theme, and what chooses another. */
export const useTheme = (): readonly [Theme, (theme: Theme) => void] => [
  useSyncExternalStore(subscribe, storedTheme, unknownOnServer),
  choose,
];
