import { useId, useSyncExternalStore } from 'react';
import { CHANGE, THEMES, applyTheme, storedTheme, type Theme } from './theme.ts';
import styles from './theme-switch.module.css';

/** Subscribes to theme changes on this page and in other tabs. */
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

const NAMES: Readonly<Record<Theme, string>> = { system: 'System', light: 'Light', dark: 'Dark' };

/**
 * Shows the buttons that choose the theme; `early-theme.ts` handles their clicks. Hidden without
 * JavaScript.
 */
export const ThemeSwitch = () => {
  const theme = useSyncExternalStore(subscribe, storedTheme, unknownOnServer);
  const name = useId();
  return (
    <fieldset className={styles.switch}>
      <legend className="visually-hidden">Theme</legend>
      {THEMES.map((each) => (
        <label key={each} className={styles.choice}>
          <input
            type="radio"
            className="visually-hidden"
            name={name}
            checked={each === theme}
            data-choose={each}
            readOnly
          />
          <span>{NAMES[each]}</span>
        </label>
      ))}
    </fieldset>
  );
};
