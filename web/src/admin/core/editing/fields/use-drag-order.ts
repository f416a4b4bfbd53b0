import { useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { useWindowEvent } from '../../../../ui/use-window-event.ts';

interface Drag {
  readonly index: number;
  /** The pointer's vertical position in the window when dragging began. */
  readonly startY: number;
}

const middleOf = (element: Element | undefined): number => {
  const { top, height } = element?.getBoundingClientRect() ?? new DOMRect();
  return top + height / 2;
};

/** An entry swaps places with a neighbour once the pointer has passed the neighbour's middle. */
const positionAt = (entries: HTMLCollection, index: number, y: number): number => {
  if (index > 0 && y < middleOf(entries[index - 1])) return index - 1;
  if (index < entries.length - 1 && y > middleOf(entries[index + 1])) return index + 1;
  return index;
};

/**
 * Lets the children of `list` be reordered by dragging. As the list may shrink meanwhile, the
 * dragged entry is scrolled below the pointer at the start, and into view at the end.
 */
export const useDragOrder = (
  list: RefObject<HTMLElement | null>,
  move: (from: number, to: number) => void,
) => {
  const [drag, setDrag] = useState<Drag>();
  const last = useRef<Drag>(undefined);
  const isDragging = drag !== undefined;

  const follow = ({ clientY }: PointerEvent) => {
    if (!drag || !list.current) return;
    const to = positionAt(list.current.children, drag.index, clientY);
    if (to === drag.index) return;
    last.current = { ...drag, index: to };
    setDrag(last.current);
    move(drag.index, to);
  };
  const end = () => setDrag(undefined);
  useWindowEvent('pointermove', follow, isDragging);
  useWindowEvent('pointerup', end, isDragging);
  useWindowEvent('pointercancel', end, isDragging);

  useLayoutEffect(() => {
    const entry = last.current && list.current?.children[last.current.index];
    if (!last.current || !entry) return;
    if (isDragging) {
      scrollBy({ top: middleOf(entry) - last.current.startY, behavior: 'instant' });
    } else {
      entry.scrollIntoView({ block: 'nearest', behavior: 'instant' });
    }
  }, [isDragging, list]);

  /** Starts to drag the entry at `index`, with the pointer at `y`. */
  const grab = (index: number, y: number) => {
    last.current = { index, startY: y };
    setDrag(last.current);
  };
  return { dragged: drag?.index, grab };
};
