/**
 * Applies the chosen theme before the first paint, as an inline script so that the other theme
 * doesn't flash up. Also handles clicks on the switch.
 */
import { CHANGE, applyTheme, isTheme, storeTheme, storedTheme } from './theme.ts';

applyTheme(storedTheme());

// Handled here so that the switch works before the app has loaded.
addEventListener(
  'click',
  ({ target }) => {
    const choice = target instanceof HTMLInputElement ? target.dataset['choose'] : undefined;
    if (!isTheme(choice)) return;
    storeTheme(choice);
    applyTheme(choice);
    dispatchEvent(new Event(CHANGE));
  },
  true,
);
