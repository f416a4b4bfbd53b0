/** The positions of sections in the window, in CSS pixels. */
export interface SectionView {
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
export const sectionInView = ({ starts, windowHeight, isAtEnd, named }: SectionView): number => {
  if (isAtEnd) {
    const start = starts[named];
    const isSeen = start !== undefined && start >= 0 && start < windowHeight;
    return isSeen ? named : starts.length - 1;
  }
  const current = starts.findLastIndex((start) => start <= windowHeight * LINE);
  return Math.max(current, Math.min(0, starts.length - 1));
};
