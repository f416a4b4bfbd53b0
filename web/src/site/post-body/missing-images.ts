import styles from './post-body.module.css';

const standIn = (image: HTMLImageElement): HTMLElement => {
  const box = document.createElement('span');
  box.className = styles.missingImage ?? '';
  box.setAttribute('role', 'img');
  box.setAttribute('aria-label', image.alt || 'An image that could not be loaded');
  box.textContent = image.alt || 'This image could not be loaded.';
  return box;
};

const hasFailed = ({ complete, naturalWidth, src }: HTMLImageElement): boolean =>
  complete && naturalWidth === 0 && src !== '';

/**
 * Shows in place of each image below `body` that can't be loaded what is to be seen on it.
 *
 * @returns ends it.
 */
export const replaceMissingImages = (body: HTMLElement): (() => void) => {
  const replace = ({ target }: Event) => {
    if (target instanceof HTMLImageElement) target.replaceWith(standIn(target));
  };
  for (const image of [...body.querySelectorAll('img')].filter(hasFailed)) {
    image.replaceWith(standIn(image));
  }
  // The event of an image that fails doesn't bubble.
  body.addEventListener('error', replace, { capture: true });
  return () => body.removeEventListener('error', replace, { capture: true });
};
