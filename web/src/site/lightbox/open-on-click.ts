/** A link around a picture leads to it in large; the page itself shows that, if it can. */
const LINKS = 'a.enlarge';

const isPlain = ({ button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !(ctrlKey || metaKey || shiftKey || altKey);

/** Opens pictures of texts in large, with what that takes loaded by then. */
export const openPicturesOnClick = (): void => {
  document.addEventListener('click', (event) => {
    const link =
      event.target instanceof Element ? event.target.closest<HTMLAnchorElement>(LINKS) : null;
    const text = link?.closest('.prose');
    if (!link || !text || !isPlain(event)) return;
    event.preventDefault();
    import('./lightbox.ts').then(
      ({ showPictures }) =>
        showPictures([...text.querySelectorAll<HTMLAnchorElement>(LINKS)], link),
      () => location.assign(link.href),
    );
  });
};
