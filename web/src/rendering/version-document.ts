/** The document in which an old or a proposed version of the site is shown. */

/**
 * Each page is a document of its own: the app in the browser knows the page that came with its HTML,
 * and would load the present content for another one.
 */
const LEAVE_DOCUMENT = `
addEventListener('click', (event) => {
  if (event.target instanceof Element && event.target.closest('a[href]')) event.stopPropagation();
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

/** The document of pages below a base, from that of the others. */
export const versionDocumentOf = (document: string): string =>
  document.replace(
    HEAD_END,
    () =>
      `<meta name="robots" content="noindex, nofollow"><script>${LEAVE_DOCUMENT}</script>` +
      `<style>${STYLE}</style>${HEAD_END}`,
  );

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

/** Says on the page which version of the site it is. */
export const noticeBar = (text: string): string =>
  `<p class="version-notice" role="note">${escapeHtml(text)}</p>`;
