/**
 * Runs in the document before the app's scripts, and loads them after the first paint. The page can
 * be read without them, and loading them earlier would delay the paint.
 */
import { SEARCH_READY } from '../site/search/search-ready.ts';

/** The addresses of the scripts in order, inserted by the build. */
declare const SCRIPTS: readonly string[];

/**
 * Delays the page's load event until the returned function is called. Dynamically imported scripts
 * don't delay it, so browsers would report the page as loaded before it can be used. A frame whose
 * document is open for writing does delay it.
 */
const holdLoadEvent = (): (() => void) => {
  const frame = document.createElement('iframe');
  frame.hidden = true;
  document.documentElement.append(frame);
  frame.contentDocument?.open();
  return () => {
    frame.contentDocument?.close();
    frame.remove();
  };
};

const release = holdLoadEvent();

let pressed: HTMLElement | undefined;
const notePress = ({ target }: Event): void => {
  const button = target instanceof Element && target.closest<HTMLElement>('button[type=button]');
  if (button) pressed = button;
};
addEventListener('click', notePress, true);

/** Repeats the last click on a button, made before the app's code had loaded. */
const pressAgain = (): void => {
  removeEventListener('click', notePress, true);
  pressed?.click();
};

// The search listens once the app is hydrated, which is after its code has loaded. Pages without a
// search, e.g. the login, keep the key until the next click.
let asked: KeyboardEvent | undefined;
const noteKey = (event: KeyboardEvent): void => {
  if (event.key === '/') asked = event;
};
const forget = (): void => {
  asked = undefined;
};
addEventListener('keydown', noteKey, true);
addEventListener('click', forget, true);
addEventListener(SEARCH_READY, () => {
  removeEventListener('keydown', noteKey, true);
  asked?.target?.dispatchEvent(asked);
  forget();
});

// No server response handles these forms. The component of each form finds this mark, and submits
// the form again.
addEventListener(
  'submit',
  (event) => {
    const { target } = event;
    if (!(target instanceof HTMLFormElement) || target.method !== 'post') return;
    event.preventDefault();
    target.dataset['sent'] = '';
  },
  true,
);

const load = (): void => {
  // By `import`, since Trusted Types forbid setting the address of a script element.
  const loading = SCRIPTS.map((address) => import(address));
  void Promise.allSettled(loading).then(pressAgain).then(release);
};

/** First the whole style sheet: a rendered page has only the rules for the elements in its HTML. */
const loadWithStyles = (): void => {
  for (const href of SCRIPTS) {
    document.head.append(
      Object.assign(document.createElement('link'), { rel: 'modulepreload', href }),
    );
  }
  const styles = document.querySelector<HTMLLinkElement>('link[disabled]');
  if (styles) {
    styles.onload = styles.onerror = load;
    styles.disabled = false;
  } else load();
};

const afterPaint = (): void => {
  new PerformanceObserver((entries, observer) => {
    if (entries.getEntriesByName('first-contentful-paint').length === 0) return;
    observer.disconnect();
    loadWithStyles();
  }).observe({ type: 'paint', buffered: true });
};

document.addEventListener('DOMContentLoaded', () => {
  const isRendered = document.querySelector('#root > *') !== null;
  const isPaintReported = PerformanceObserver.supportedEntryTypes.includes('paint');
  if (!isRendered) load();
  else if (isPaintReported && !document.hidden) afterPaint();
  else loadWithStyles();
});
