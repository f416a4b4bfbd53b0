import { ArrowUpRight } from 'lucide-react';
import { postPath } from '../../../paths.ts';
import { ButtonLink } from '../../../ui/button.tsx';

interface ViewOnSiteProps {
  readonly id: string;
  readonly variant: 'quiet' | 'plain';
}

/** Links to the public page of a visible post. */
export const ViewOnSite = ({ id, variant }: ViewOnSiteProps) => (
  <ButtonLink variant={variant} to={postPath(id)}>
    View on site
    <ArrowUpRight size={16} aria-hidden="true" />
  </ButtonLink>
);
