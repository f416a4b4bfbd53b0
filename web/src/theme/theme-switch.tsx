import { useId, useSyncExternalStore } from 'react';
import { THEME_CHANGE, THEMES, storedTheme, type Theme } from './theme.ts';
import { classNames } from '../ui/class-names.ts';
import styles from './theme-switch.module.css';

const subscribe = (listener: () => void) => {
  addEventListener(THEME_CHANGE, listener);
  return () => removeEventListener(THEME_CHANGE, listener);
};

const NAMES: Readonly<Record<Theme, string>> = { system: 'System', light: 'Light', dark: 'Dark' };

/** The buttons that choose the theme, by `early-theme.ts`. Hidden without JavaScript. */
export const ThemeSwitch = () => {
  const theme = useSyncExternalStore(subscribe, storedTheme, (): Theme => 'system');
  const name = useId();
  return (
    <fieldset className={classNames('scripted', styles.switch)}>
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
