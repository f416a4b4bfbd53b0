import { ArrowUpRight } from 'lucide-react';
import type { ComponentProps } from 'react';
import { ButtonLink } from '../../../ui/button.tsx';

export const ViewOnSite = (link: Pick<ComponentProps<typeof ButtonLink>, 'to' | 'variant'>) => (
  <ButtonLink {...link}>
    View on site
    <ArrowUpRight size={16} aria-hidden="true" />
  </ButtonLink>
);
