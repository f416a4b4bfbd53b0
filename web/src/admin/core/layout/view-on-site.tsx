import { ArrowUpRight } from 'lucide-react';
import { ButtonLink } from '../../../ui/button.tsx';

interface ViewOnSiteProps {
  readonly to: string;
  readonly variant: 'quiet' | 'plain';
}

/** Links to a public page. */
export const ViewOnSite = ({ to, variant }: ViewOnSiteProps) => (
  <ButtonLink variant={variant} to={to}>
    View on site
    <ArrowUpRight size={16} aria-hidden="true" />
  </ButtonLink>
);
