const BESIDE = 'beside';
/** The distance between notes, and between a note and other boxes. */
const GAP_PX = 16;
/** How far the last note may extend below the text. */
const OVERHANG_PX = 96;

type Box = Pick<DOMRect, 'top' | 'bottom'>;

/** The first position from `top` on that overlaps none of the sorted boxes. */
const freePosition = (top: number, height: number, boxes: readonly Box[]): number =>
  boxes.reduce(
    (position, box) =>
      position < box.bottom + GAP_PX && position + height + GAP_PX > box.top
        ? box.bottom + GAP_PX
        : position,
    top,
  );

const referenceTo = ({ id }: Element, body: HTMLElement): Element | null =>
  body.querySelector(`[data-footnote-ref][href="#${CSS.escape(id)}"]`);

/** Returns whether all notes fit. */
const place = (body: HTMLElement, notes: readonly HTMLElement[]): boolean => {
  const text = body.getBoundingClientRect();
  let free = text.top;
  for (const note of notes) {
    const { left, right, height } = note.getBoundingClientRect();
    const wide = [...body.children]
      .filter((child) => !child.contains(note))
      .map((child) => child.getBoundingClientRect())
      .filter((box) => box.left < right && box.right > left);
    const requested = referenceTo(note, body)?.getBoundingClientRect().top ?? free;
    const top = freePosition(Math.max(requested, free), height, wide);
    note.style.insetBlockStart = `${top - text.top}px`;
    free = top + height + GAP_PX;
  }
  return free <= text.bottom + OVERHANG_PX;
};

/**
 * Places footnotes beside their first references if the window is wide enough for all of them, else
 * they stay at the end. Returns a function that stops it.
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
