/**
 * Runs before the page is first shown, as a script of its own, so that a chosen theme doesn't come
 * in after a flash of the other one.
 */
import { applyTheme, storedTheme } from './theme.ts';

applyTheme(storedTheme());
