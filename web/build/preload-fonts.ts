import type { HtmlTagDescriptor, Plugin } from 'vite';

/** The two families that every page shows from its first line; others load where they are used. */
const PRELOADED = /\/(?:newsreader|instrument-sans)-common-(?!italic).*\.woff2$/;

const preload = (href: string): HtmlTagDescriptor => ({
  tag: 'link',
  attrs: { rel: 'preload', href, as: 'font', type: 'font/woff2', crossorigin: '' },
  injectTo: 'head-prepend',
});

/** Has the browser fetch the fonts beside the style sheet, not only after reading it. */
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
