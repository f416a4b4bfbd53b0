import { ArrowLeft } from '../ui/icons.tsx';
import type { MouseEvent } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { canGoBack } from '../routing/history-entry.ts';
import styles from './way-back.module.css';

interface WayBackProps {
  /** The page above this one. */
  readonly up: { readonly to: string; readonly text: string };
}

const opensHere = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !(metaKey || ctrlKey || shiftKey || altKey);

/** To where the visitor came from, which is home for who came from elsewhere; and one level up. */
export const WayBack = ({ up }: WayBackProps) => {
  const navigate = useNavigate();
  const goBack = (event: MouseEvent) => {
    if (!opensHere(event) || !canGoBack()) return;
    event.preventDefault();
    void navigate(-1);
  };
  return (
    <nav className={styles.ways} aria-label="Way back">
      <Link to="/" onClick={goBack}>
        <ArrowLeft size={16} />
        Back
      </Link>
      <Link to={up.to}>{up.text}</Link>
    </nav>
  );
};
