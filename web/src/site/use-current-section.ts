import { useSyncExternalStore } from 'react';
import { useLocation } from 'react-router-dom';
import { sectionInView } from './section-in-view.ts';

/** Browsers round scroll positions, so the end may be off by fractions of a pixel. */
const TOLERANCE = 2;

const isAtEnd = (): boolean => {
  const { scrollHeight } = document.documentElement;
  return scrollY > 0 && scrollY + innerHeight >= scrollHeight - TOLERANCE;
};

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

const noSection = () => undefined;

/** The id of the section in view among those with these `ids`; undefined on the server. */
export const useCurrentSection = (ids: readonly string[]): string | undefined => {
  const { hash } = useLocation();
  const read = () => {
    const position = sectionInView({
      starts: ids.map(startOf),
      windowHeight: innerHeight,
      isAtEnd: isAtEnd(),
      named: ids.indexOf(hash.slice(1)),
    });
    return ids[position];
  };
  return useSyncExternalStore(onMove, read, noSection);
};
