import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { classNames } from './class-names.ts';
import styles from './pill.module.css';

interface PillProps {
  readonly children: ReactNode;
  /** A path; with one that is not empty, the pill is a link. */
  readonly to?: string | undefined;
  /** Makes a pill without a path a button. */
  readonly onClick?: (() => void) | undefined;
  /** What assistive technology reads instead of the text. */
  readonly label?: string | undefined;
  readonly className?: string | undefined;
}

/** A small label: a link, a button or plain text. */
export const Pill = ({ children, to, onClick, label, className }: PillProps) => {
  const shared = { 'aria-label': label, className: classNames(styles.pill, className) };
  if (to) {
    return (
      <Link {...shared} to={to}>
        {children}
      </Link>
    );
  }
  if (onClick) {
    return (
      <button {...shared} type="button" onClick={onClick}>
        {children}
      </button>
    );
  }
  // Only an element with a role may carry a label of its own.
  return (
    <span {...shared} role={label === undefined ? undefined : 'img'}>
      {children}
    </span>
  );
};
