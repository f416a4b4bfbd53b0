import { readStored, writeStored } from '../data/browser-storage.ts';

/** The themes; `system` follows the browser. */
export const THEMES = ['system', 'light', 'dark'] as const;

export type Theme = (typeof THEMES)[number];

const KEY = 'theme';
/** The page's background in each theme, for the browser's own interface; see tokens.css. */
const BACKGROUNDS = { light: '#fbfaf7', dark: '#131614' } as const;

/** The event of a theme chosen on this page or in another tab. */
export const THEME_CHANGE = 'themechange';

export const isTheme = (text: string | null | undefined): text is Theme =>
  THEMES.some((theme) => theme === text);

/** The theme chosen on an earlier visit; `system` without one. */
export const storedTheme = (): Theme => {
  const stored = readStored(KEY);
  return isTheme(stored) ? stored : 'system';
};

export const storeTheme = (theme: Theme): void =>
  writeStored(KEY, theme === 'system' ? null : theme);

/** Applies the theme to the page and to the browser's own interface. */
export const applyTheme = (theme: Theme): void => {
  const { dataset } = document.documentElement;
  if (theme === 'system') delete dataset['theme'];
  else dataset['theme'] = theme;
  for (const [scheme, own] of Object.entries(BACKGROUNDS)) {
    const meta = document.querySelector(`meta[name="theme-color"][media*="${scheme}"]`);
    meta?.setAttribute('content', theme === 'system' ? own : BACKGROUNDS[theme]);
  }
};
