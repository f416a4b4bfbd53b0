import { useId } from 'react';
import { THEMES, type Theme } from './theme.ts';
import styles from './theme-switch.module.css';
import { useTheme } from './use-theme.ts';

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
