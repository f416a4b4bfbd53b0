/**
 * Runs in the document before the app's scripts, and loads them after the first paint. The page can
 * be read without them, and loading them earlier would delay the paint.
 */

/** The addresses of the scripts in order, inserted by the build. */
declare const SCRIPTS: readonly string[];

// No response of the server handles these forms; their components find this mark and submit them.
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
  void Promise.allSettled(SCRIPTS.map((address) => import(address)));
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
