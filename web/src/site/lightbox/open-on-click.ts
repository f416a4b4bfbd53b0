import { isPlainClick } from '../../routing/plain-click.ts';

/** Links around pictures to their large versions, which this page can show itself. */
const LINKS = 'a.enlarge';

/** Opens pictures of texts enlarged. Loads the code for that on the first click. */
export const openImagesOnClick = (): void => {
  document.addEventListener('click', (event) => {
    const link =
      event.target instanceof Element ? event.target.closest<HTMLAnchorElement>(LINKS) : null;
    const text = link?.closest('.prose');
    if (!link || !text || !isPlainClick(event)) return;
    event.preventDefault();
    import('./lightbox.ts').then(
      ({ showPictures }) =>
        showPictures([...text.querySelectorAll<HTMLAnchorElement>(LINKS)], link),
      () => location.assign(link.href),
    );
  });
};
