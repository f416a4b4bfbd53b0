/**
 * Applies the chosen theme before the first paint, as an inline script so that the other theme
 * doesn't flash up. Also handles clicks on the switch, and choices in other tabs.
 */
import { THEME_CHANGE, applyTheme, isTheme, storeTheme, storedTheme, type Theme } from './theme.ts';

const show = (theme: Theme): void => {
  applyTheme(theme);
  dispatchEvent(new Event(THEME_CHANGE));
};

applyTheme(storedTheme());
addEventListener('storage', () => show(storedTheme()));

// Handled here so that the switch works before the app has loaded.
addEventListener(
  'click',
  ({ target }) => {
    const choice = target instanceof HTMLInputElement ? target.dataset['choose'] : undefined;
    if (!isTheme(choice)) return;
    storeTheme(choice);
    show(choice);
  },
  true,
);
