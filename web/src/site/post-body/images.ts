import styles from './post-body.module.css';

const createFallback = (image: HTMLImageElement): HTMLElement => {
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
 * Replaces each image in `body` that fails to load by its alternative text.
 *
 * @returns a function that stops it.
 */
export const replaceMissingImages = (body: HTMLElement): (() => void) => {
  const replace = ({ target }: Event) => {
    if (target instanceof HTMLImageElement) target.replaceWith(createFallback(target));
  };
  for (const image of [...body.querySelectorAll('img')].filter(hasFailed)) {
    image.replaceWith(createFallback(image));
  }
  // An image's error event doesn't bubble.
  body.addEventListener('error', replace, { capture: true });
  return () => body.removeEventListener('error', replace, { capture: true });
};

/** Resizing an image below the window moves nothing that is visible. */
const isAhead = (image: HTMLImageElement): boolean =>
  image.getBoundingClientRect().top >= innerHeight;

const sizeImage = (image: HTMLImageElement): void => {
  const isSized = image.hasAttribute('width') || image.hasAttribute('height');
  if (isSized || image.naturalWidth === 0 || !isAhead(image)) return;
  image.width = image.naturalWidth;
  image.height = image.naturalHeight;
};

/**
 * Resizes each image of unknown size in `body` to its own shape once it has loaded, unless that
 * would move visible text; such an image keeps the space that the style sheet reserves.
 *
 * @returns a function that stops it.
 */
export const sizeLoadedImages = (body: HTMLElement): (() => void) => {
  const sizeTarget = ({ target }: Event) => {
    if (target instanceof HTMLImageElement) sizeImage(target);
  };
  for (const image of body.querySelectorAll('img')) {
    if (image.complete) sizeImage(image);
  }
  // An image's load event doesn't bubble.
  body.addEventListener('load', sizeTarget, { capture: true });
  return () => body.removeEventListener('load', sizeTarget, { capture: true });
};
