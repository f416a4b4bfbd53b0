/** How sections lie in the window, in CSS pixels. */
export interface SectionView {
  /** The distance of each section's start from the top of the window, in the page's order. */
  readonly starts: readonly number[];
  readonly windowHeight: number;
  /** The page is scrolled as far down as it goes. */
  readonly isAtEnd: boolean;
  /** The position of the section that the address names; -1 when it names none. */
  readonly named: number;
}

/** The part of the window above the line at which a section becomes the current one. */
const LINE = 0.3;

/**
 * The position of the section that is being read: the last one to begin above a line in the
 * window. At the end of the page, where short sections can't rise to that line, it is the one that
 * the address names, else the last. -1 when there are no sections.
 */
export const sectionInView = ({ starts, windowHeight, isAtEnd, named }: SectionView): number => {
  if (isAtEnd) {
    const start = starts[named];
    const isSeen = start !== undefined && start >= 0 && start < windowHeight;
    return isSeen ? named : starts.length - 1;
  }
  const risen = starts.findLastIndex((start) => start <= windowHeight * LINE);
  return Math.max(risen, Math.min(0, starts.length - 1));
};
