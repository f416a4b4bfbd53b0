/** Shows the images of a text enlarged, one at a time. Loaded when the first one is opened. */
import styles from './lightbox.module.css';

const create = <Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className: string | undefined,
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] => {
  const element = document.createElement(name);
  element.className = className ?? '';
  element.append(...children);
  return element;
};

const createButton = (className: string | undefined, label: string, sign: string) => {
  const button = create('button', className, sign);
  button.type = 'button';
  button.setAttribute('aria-label', label);
  return button;
};

/** Shows the image of a link; the arrows move to those of the other `links`. */
export const showEnlarged = (
  links: readonly HTMLAnchorElement[],
  first: HTMLAnchorElement,
): void => {
  const image = create('img', styles.image);
  const caption = create('p', styles.caption);
  const position = create('p', styles.position);
  position.setAttribute('role', 'status');
  const close = createButton(styles.close, 'Close', '×');
  const previous = createButton(styles.previous, 'Previous picture', '‹');
  const next = createButton(styles.next, 'Next picture', '›');
  const dialog = create('dialog', styles.lightbox);
  dialog.setAttribute('aria-label', 'Picture');

  let index = Math.max(0, links.indexOf(first));
  const picture = document.createElement('picture');
  const stage = create('div', styles.stage, picture);

  const show = (): void => {
    const link = links[index];
    const small = link?.querySelector('img');
    if (!link || !small) return;
    const sources = Array.from(link.querySelectorAll('source'), (source) => source.cloneNode());
    picture.replaceChildren(...sources, image);
    for (const each of [image, ...picture.querySelectorAll('source')]) each.sizes = '100vw';
    image.alt = small.alt;
    image.srcset = small.srcset;
    image.src = link.href;
    const width = Number(small.getAttribute('width') ?? small.naturalWidth);
    const height = Number(small.getAttribute('height') ?? small.naturalHeight);
    image.style.setProperty('--width', `${width}px`);
    image.style.setProperty('--ratio', `${width / height || 1}`);
    // Shows the small image until the large one has loaded.
    image.style.backgroundImage = small.currentSrc && `url("${small.currentSrc}")`;
    caption.textContent = link.closest('figure')?.querySelector('figcaption')?.textContent ?? '';
    position.textContent = links.length > 1 ? `${index + 1} of ${links.length}` : '';
  };

  const go = (step: number): void => {
    if (links.length < 2) return;
    index = (index + step + links.length) % links.length;
    show();
  };

  previous.addEventListener('click', () => go(-1));
  next.addEventListener('click', () => go(1));
  close.addEventListener('click', () => dialog.close());
  dialog.addEventListener('keydown', (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    go(step);
  });
  dialog.addEventListener('click', ({ target }) => {
    if (target === dialog || target === stage) dialog.close();
  });
  dialog.addEventListener('close', () => {
    dialog.remove();
    links[index]?.focus();
  });

  const arrows = links.length > 1 ? [previous, next] : [];
  dialog.append(stage, create('div', styles.words, caption, position), ...arrows, close);
  document.body.append(dialog);
  show();
  dialog.showModal();
};
