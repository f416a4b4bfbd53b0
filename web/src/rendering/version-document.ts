/** The document for an old or proposed version of the site. */

/**
 * A script that makes every link load a new document below the base path. The app would otherwise
 * show the current content on the next page, or search in it.
 */
const LEAVE_DOCUMENT = `
const base = location.pathname.split('/', 3).join('/');
const isBeyond = ({ origin, pathname }) =>
  origin === location.origin && !(pathname + '/').startsWith(base + '/');
addEventListener('click', (event) => {
  const link = event.target instanceof Element && event.target.closest('a[href], [data-search]');
  if (!link) return;
  event.stopPropagation();
  if (link.href && isBeyond(link)) link.href = base + link.pathname + link.search + link.hash;
}, true);
addEventListener('keydown', (event) => {
  if (event.key === '/') event.stopPropagation();
}, true);
history.pushState = (state, title, address) => location.assign(address);
`;

const STYLE = `
.version-notice {
  position: sticky; inset-block-end: 0; z-index: 10; margin: 0;
  padding: var(--space-3) var(--gutter); border-block-start: 2px solid var(--warn);
  background: var(--surface); color: var(--text); font: var(--text-sm) / 1.4 var(--font-text);
  text-align: center; text-wrap: balance;
}
@media print { .version-notice { position: static; } }
`;

const HEAD_END = '</head>';

/** Adapts the document for pages below a base path. */
export const versionDocumentOf = (document: string): string =>
  document.replace(
    HEAD_END,
    () =>
      `<meta name="robots" content="noindex, nofollow"><script>${LEAVE_DOCUMENT}</script>` +
      `<style>${STYLE}</style>${HEAD_END}`,
  );

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

/** The bar that says which version of the site a page shows. */
export const noticeBar = (text: string): string =>
  `<p class="version-notice" role="note">${escapeHtml(text)}</p>`;
