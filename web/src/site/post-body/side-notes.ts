/** See prose.css. */
const BESIDE = 'beside';
/** Between notes, and between a note and what it would lie on. */
const GAP_PX = 16;
/** How far the last note may reach below the text. */
const OVERHANG_PX = 96;

interface Box {
  readonly top: number;
  readonly bottom: number;
}

/** The first place from `top` on that lies on none of the boxes, which are in the order of the page. */
const freePlace = (top: number, height: number, boxes: readonly Box[]): number =>
  boxes.reduce(
    (place, box) =>
      place < box.bottom + GAP_PX && place + height + GAP_PX > box.top
        ? box.bottom + GAP_PX
        : place,
    top,
  );

const referenceTo = ({ id }: Element, body: HTMLElement): Element | undefined =>
  [...body.querySelectorAll('a[data-footnote-ref]')].find(
    (link) => link.getAttribute('href') === `#${id}`,
  );

/** Whether there is room for all. */
const place = (body: HTMLElement, notes: readonly HTMLElement[]): boolean => {
  const text = body.getBoundingClientRect();
  let free = text.top;
  for (const note of notes) {
    const { left, right, height } = note.getBoundingClientRect();
    const wide = [...body.children]
      .filter((child) => !child.contains(note))
      .map((child) => child.getBoundingClientRect())
      .filter((box) => box.left < right && box.right > left);
    const wanted = referenceTo(note, body)?.getBoundingClientRect().top ?? free;
    const top = freePlace(Math.max(wanted, free), height, wide);
    note.style.insetBlockStart = `${top - text.top}px`;
    free = top + height + GAP_PX;
  }
  return free <= text.bottom + OVERHANG_PX;
};

/**
 * Puts the footnotes of a text beside their first references, in a window that is wide enough; they
 * stay at its end where it is not, or where they would not all find room.
 *
 * @returns ends it.
 */
export const placeSideNotes = (body: HTMLElement, section: HTMLElement): (() => void) => {
  const notes = [...section.querySelectorAll('li')];
  const update = () => {
    section.classList.add(BESIDE);
    if (!place(body, notes)) section.classList.remove(BESIDE);
  };
  const observer = new ResizeObserver(update);
  observer.observe(body);
  return () => observer.disconnect();
};
