/** How the site looks: `system` follows the browser. */
export const THEMES = ['system', 'light', 'dark'] as const;

export type Theme = (typeof THEMES)[number];

const KEY = 'theme';
/** The colour of the page in each theme, for what browsers draw around it; see tokens.css. */
const BACKGROUNDS = { light: '#fbfaf7', dark: '#131614' } as const;

/** The event of a choice made on this page. */
export const CHANGE = 'themechange';

export const isTheme = (text: string | null | undefined): text is Theme =>
  THEMES.some((theme) => theme === text);

/** What was chosen on an earlier visit, else `system`; also where the browser keeps nothing. */
export const storedTheme = (): Theme => {
  try {
    const stored = localStorage.getItem(KEY);
    return isTheme(stored) ? stored : 'system';
  } catch {
    return 'system';
  }
};

/** Remembers the theme, as far as the browser keeps anything. */
export const storeTheme = (theme: Theme): void => {
  try {
    if (theme === 'system') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, theme);
  } catch {
    // It holds for this page at least.
  }
};

/** Shows the page, and what is around it, in the theme. */
export const applyTheme = (theme: Theme): void => {
  const { dataset } = document.documentElement;
  if (theme === 'system') delete dataset['theme'];
  else dataset['theme'] = theme;
  for (const [scheme, own] of Object.entries(BACKGROUNDS)) {
    const meta = document.querySelector(`meta[name="theme-color"][media*="${scheme}"]`);
    meta?.setAttribute('content', theme === 'system' ? own : BACKGROUNDS[theme]);
  }
};
