/**
 * Runs in the document before its scripts do, and brings them in once the page is painted: it can be
 * read without them, and what is fetched beside it would delay it.
 */

/** Set by the build: the addresses of the scripts, in their order. */
declare const SCRIPTS: readonly string[];

/**
 * Keeps the page loading until the function it returns is called. Scripts that a script brings in
 * would end after the load event, at which browsers say that a page is there, and it could not be
 * used yet. A frame whose document is being written is the only thing that a page waits for.
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

/** Does what was asked for before there was code for it. */
const pressAgain = (): void => {
  removeEventListener('click', notePress, true);
  pressed?.click();
};

// No form of these is answered by a page: the code of each finds by the mark that it was sent early.
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
  // Not by elements: the content security policy lets no text become the address of one.
  const loading = SCRIPTS.map((address) => import(address));
  void Promise.allSettled(loading).then(pressAgain).then(release);
};

const afterPaint = (): void => {
  new PerformanceObserver((entries, observer) => {
    if (entries.getEntriesByName('first-contentful-paint').length === 0) return;
    observer.disconnect();
    load();
  }).observe({ type: 'paint', buffered: true });
};

document.addEventListener('DOMContentLoaded', () => {
  const isRendered = document.querySelector('#root > *') !== null;
  const isTold = PerformanceObserver.supportedEntryTypes.includes('paint');
  if (isRendered && isTold && !document.hidden) afterPaint();
  else load();
});
