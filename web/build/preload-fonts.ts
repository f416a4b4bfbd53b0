import type { HtmlTagDescriptor, Plugin } from 'vite';

/** The two font families in every page's first lines; other fonts load when they are used. */
const PRELOADED = /\/(?:newsreader|instrument-sans)-common-(?!italic).*\.woff2$/;

const preload = (href: string): HtmlTagDescriptor => ({
  tag: 'link',
  attrs: { rel: 'preload', href, as: 'font', type: 'font/woff2', crossorigin: '' },
  injectTo: 'head-prepend',
});

/** Adds preload links, so that the browser fetches the fonts before it has read the style sheet. */
export const preloadFonts = (): Plugin => ({
  name: 'preload-fonts',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle = {} }) =>
      Object.keys(bundle)
        .filter((file) => PRELOADED.test(file))
        .map((file) => preload(`/${file}`)),
  },
});
