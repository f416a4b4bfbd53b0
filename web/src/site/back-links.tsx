import { ArrowLeft } from '../ui/icons.tsx';
import type { MouseEvent } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { canGoBack } from '../routing/history-entry.ts';
import { isPlainClick } from '../routing/plain-click.ts';

interface BackLinksProps {
  readonly up: { readonly to: string; readonly text: string };
}

/** Links to the previous page, or home for visitors from other sites, and one level up. */
export const BackLinks = ({ up }: BackLinksProps) => {
  const navigate = useNavigate();
  const goBack = (event: MouseEvent) => {
    if (!isPlainClick(event) || !canGoBack()) return;
    event.preventDefault();
    void navigate(-1);
  };
  return (
    <nav className="links" aria-label="Way back">
      <Link className="step-link step-back" to="/" onClick={goBack}>
        <ArrowLeft size={16} />
        Back
      </Link>
      <Link className="step-link" to={up.to}>
        {up.text}
      </Link>
    </nav>
  );
};
