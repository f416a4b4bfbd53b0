import type { Plugin } from 'vite';

const SCRIPTS = /<(?:script type="module"|link rel="modulepreload")/g;

/** A page can be read before its scripts run, so styles and fonts are fetched before them. */
export const paintFirst = (): Plugin => ({
  name: 'paint-first',
  transformIndexHtml: {
    order: 'post',
    handler: (html) => html.replace(SCRIPTS, (tag) => `${tag} fetchpriority="low"`),
  },
});
