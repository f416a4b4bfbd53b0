import { ArrowUpRight } from 'lucide-react';
import { postPath } from '../../paths.ts';
import { ButtonLink } from '../../ui/button.tsx';

interface ViewOnSiteProps {
  readonly id: string;
  readonly look: 'quiet' | 'plain';
  /** The id of an element with the post's title, if the page is about several. */
  readonly describedBy?: string;
}

/** Links to the public page of a visible post. */
export const ViewOnSite = ({ id, look, describedBy }: ViewOnSiteProps) => (
  <ButtonLink look={look} to={postPath(id)} aria-describedby={describedBy}>
    View on site
    <ArrowUpRight size={16} aria-hidden="true" />
  </ButtonLink>
);
