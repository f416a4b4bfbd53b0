/**
 * Runs before the page is first shown, as a script of its own, so that a chosen theme doesn't come
 * in after a flash of the other one; and changes it.
 */
import { CHANGE, applyTheme, isTheme, storeTheme, storedTheme } from './theme.ts';

applyTheme(storedTheme());

// Here, so that a theme can be chosen as soon as the switch is seen, before the app has come.
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
