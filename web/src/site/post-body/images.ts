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

/** What comes before it is being read or above; what follows it is not seen yet either. */
const isAhead = (image: HTMLImageElement): boolean =>
  image.getBoundingClientRect().top >= innerHeight;

const settle = (image: HTMLImageElement): void => {
  const isSized = image.hasAttribute('width') || image.hasAttribute('height');
  if (isSized || image.naturalWidth === 0 || !isAhead(image)) return;
  image.width = image.naturalWidth;
  image.height = image.naturalHeight;
};

/**
 * Gives each image of unknown size below `body` the room of its own shape as soon as that is known,
 * unless that would move what is being read: then it keeps the room that the style sheet reserved.
 *
 * @returns ends it.
 */
export const settleImages = (body: HTMLElement): (() => void) => {
  const settleLoaded = ({ target }: Event) => {
    if (target instanceof HTMLImageElement) settle(target);
  };
  for (const image of body.querySelectorAll('img')) {
    if (image.complete) settle(image);
  }
  // The event of an image that has come doesn't bubble.
  body.addEventListener('load', settleLoaded, { capture: true });
  return () => body.removeEventListener('load', settleLoaded, { capture: true });
};
