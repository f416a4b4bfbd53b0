import { readStored, writeStored } from '../data/browser-storage.ts';

export const THEMES = ['system', 'light', 'dark'] as const;

export type Theme = (typeof THEMES)[number];

const KEY = 'theme';

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
  const metas = [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')];
  const backgrounds = metas.map((meta) => (meta.dataset['own'] ??= meta.content));
  metas.forEach((meta, index) => {
    meta.content = backgrounds[theme === 'system' ? index : THEMES.indexOf(theme) - 1] ?? '';
  });
};
