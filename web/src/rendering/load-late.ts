/**
 * Runs in the document before its scripts do, and brings them in once the page is painted: it can be
 * read without them, and what is fetched beside it would delay it.
 */

/** Set by the build: the addresses of the scripts, in their order. */
declare const SCRIPTS: readonly string[];

const load = (): void => {
  // Not by elements: the content security policy lets no text become the address of one.
  for (const address of SCRIPTS) void import(address);
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
