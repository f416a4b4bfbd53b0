import { useId, useSyncExternalStore } from 'react';
import { THEMES, applyTheme, storeTheme, storedTheme, type Theme } from './theme.ts';
import styles from './theme-switch.module.css';

const CHANGE = 'themechange';

/** Subscribes to choices made on this page and on other pages of the site. */
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
const useTheme = (): readonly [Theme, (theme: Theme) => void] => [
  useSyncExternalStore(subscribe, storedTheme, unknownOnServer),
  choose,
];

const NAMES: Readonly<Record<Theme, string>> = { system: 'System', light: 'Light', dark: 'Dark' };

/** Chooses how the site looks; not there without a script, which it needs. */
export const ThemeSwitch = () => {
  const [theme, choose] = useTheme();
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
            onChange={() => choose(each)}
          />
          <span>{NAMES[each]}</span>
        </label>
      ))}
    </fieldset>
  );
};
