import { useSyncExternalStore } from 'react';
import { useLocation } from 'react-router-dom';

interface SectionPositions {
  /** The distance of each section's start from the top of the window, in order. */
  readonly starts: readonly number[];
  readonly windowHeight: number;
  /** Whether the page is scrolled to its end. */
  readonly isAtEnd: boolean;
  /** The index of the section that the address names; -1 if none. */
  readonly named: number;
}

/** The height of the line above which a section becomes current, as a fraction of the window. */
const LINE = 0.3;

/**
 * The index of the section in view: the last one to begin above a line in the window. At the end of
 * the page, where short sections can't reach the line, it is the section that the address names, or
 * else the last one. -1 without sections.
 */
export const sectionInView = (positions: SectionPositions): number => {
  const { starts, windowHeight, isAtEnd, named } = positions;
  if (isAtEnd) {
    const start = starts[named];
    const isSeen = start !== undefined && start >= 0 && start < windowHeight;
    return isSeen ? named : starts.length - 1;
  }
  const current = starts.findLastIndex((start) => start <= windowHeight * LINE);
  return Math.max(current, Math.min(0, starts.length - 1));
};

/** Browsers round scroll positions, so the end may be off by fractions of a pixel. */
const TOLERANCE = 2;

const isScrolledToEnd = (): boolean =>
  scrollY > 0 && scrollY + innerHeight >= document.documentElement.scrollHeight - TOLERANCE;

const startOf = (id: string): number =>
  document.getElementById(id)?.getBoundingClientRect().top ?? Infinity;

const onMove = (listener: () => void) => {
  addEventListener('scroll', listener, { passive: true });
  addEventListener('resize', listener);
  return () => {
    removeEventListener('scroll', listener);
    removeEventListener('resize', listener);
  };
};

/** The id of the section in view among those with these `ids`; undefined on the server. */
export const useCurrentSection = (ids: readonly string[]): string | undefined => {
  const { hash } = useLocation();
  const read = () => {
    const position = sectionInView({
      starts: ids.map(startOf),
      windowHeight: innerHeight,
      isAtEnd: isScrolledToEnd(),
      named: ids.indexOf(hash.slice(1)),
    });
    return ids[position];
  };
  return useSyncExternalStore(onMove, read, () => undefined);
};
