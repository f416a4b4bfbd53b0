import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { classNames } from './class-names.ts';
import styles from './pill.module.css';

interface PillProps {
  readonly children: ReactNode;
  /** Renders a link, unless empty. */
  readonly to?: string | undefined;
  /** Renders a button, if there is no path. */
  readonly onClick?: (() => void) | undefined;
  /** The accessible name, in place of the text. */
  readonly label?: string | undefined;
  readonly className?: string | undefined;
}

/** A small label: a link, a button or plain text. */
export const Pill = ({ children, to, onClick, label, className }: PillProps) => {
  const shared = {
    children,
    'aria-label': label,
    className: classNames('hint', styles.pill, className),
  };
  if (to) return <Link {...shared} to={to} />;
  if (onClick) return <button {...shared} type="button" onClick={onClick} />;
  // Only elements with a role may have an accessible name.
  return <span {...shared} role={label === undefined ? undefined : 'img'} />;
};
