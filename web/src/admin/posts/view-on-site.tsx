import { ArrowUpRight } from 'lucide-react';
import { postPath } from '../../paths.ts';
import { ButtonLink } from '../../ui/button.tsx';

interface ViewOnSiteProps {
  readonly id: string;
  readonly look: 'quiet' | 'plain';
  /** The id of an element that names the post, where the page doesn't. */
  readonly describedBy?: string;
}

/** Leads to a post as visitors see it: for those that are not hidden. */
export const ViewOnSite = ({ id, look, describedBy }: ViewOnSiteProps) => (
  <ButtonLink look={look} to={postPath(id)} aria-describedby={describedBy}>
    View on site
    <ArrowUpRight size={16} aria-hidden="true" />
  </ButtonLink>
);
