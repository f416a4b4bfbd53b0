import { classNames } from '../../ui/class-names.ts';
import styles from './post-body.module.css';

const createFallback = (image: HTMLImageElement): HTMLElement => {
  const box = document.createElement('span');
  box.className = classNames('note', styles.missingImage);
  box.setAttribute('role', 'img');
  box.setAttribute('aria-label', image.alt || 'An image that could not be loaded');
  box.textContent = image.alt || 'This image could not be loaded.';
  return box;
};

/** Calls `act` for the images in `body` on this event. Returns a function that stops it. */
const onImages = (
  body: HTMLElement,
  event: 'load' | 'error',
  act: (image: HTMLImageElement) => void,
): (() => void) => {
  const listen = ({ target }: Event) => {
    if (target instanceof HTMLImageElement) act(target);
  };
  // These events of an image don't bubble.
  body.addEventListener(event, listen, { capture: true });
  return () => body.removeEventListener(event, listen, { capture: true });
};

/**
 * Replaces each image in `body` that fails to load by its alternative text.
 *
 * @returns a function that stops it.
 */
export const replaceMissingImages = (body: HTMLElement): (() => void) => {
  const replace = (image: HTMLImageElement) => image.replaceWith(createFallback(image));
  for (const image of body.querySelectorAll('img')) {
    if (image.complete && image.naturalWidth === 0 && image.src !== '') replace(image);
  }
  return onImages(body, 'error', replace);
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
  for (const image of body.querySelectorAll('img')) {
    if (image.complete) sizeImage(image);
  }
  return onImages(body, 'load', sizeImage);
};
