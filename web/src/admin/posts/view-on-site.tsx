import { ArrowUpRight } from 'lucide-react';
import { postPath } from '../../paths.ts';
import { ButtonLink } from '../../ui/button.tsx';

interface ViewOnSiteProps {
  readonly id: string;
  readonly variant: 'quiet' | 'plain';
  /** The id of an element with the post's title, if the page is about several. */
  readonly describedBy?: string;
}

/** Links to the public page of a visible post. */
export const ViewOnSite = ({ id, variant, describedBy }: ViewOnSiteProps) => (
  <ButtonLink variant={variant} to={postPath(id)} aria-describedby={describedBy}>
    View on site
    <ArrowUpRight size={16} aria-hidden="true" />
  </ButtonLink>
);
