import { useEffect, type ReactNode } from 'react';
import { useHashScroll } from '../routing/use-hash-scroll.ts';
import type { PageFrame } from '../data/page-data.ts';
import { Notice } from '../ui/messages.tsx';
import styles from './public-page.module.css';
import { SearchOpener } from './search/search-opener.tsx';
import { SiteFooter } from './site-footer.tsx';
import { SiteHeader } from './site-header.tsx';
import { EditLinkContext, useShowEditLink } from './edit-link/edit-link.tsx';
import { SkipLink } from '../ui/skip-link.tsx';

interface PublicPageProps {
  readonly frame: PageFrame;
  /** A message above the content. */
  readonly error: string | undefined;
  readonly busy: boolean;
  readonly children: ReactNode;
}

/** The layout of a public page: its content between the site's header and footer. */
export const PublicPage = ({ frame, error, busy, children }: PublicPageProps) => {
  useHashScroll(!busy);
  useEffect(() => {
    document.documentElement.lang = frame.site.lang ?? 'en';
  });
  return (
    <>
      <SkipLink />
      <SiteHeader frame={frame} />
      <main id="main" className={styles.main} tabIndex={-1} aria-busy={busy}>
        {error !== undefined && <Notice>{error}</Notice>}
        <EditLinkContext value={useShowEditLink()}>{children}</EditLinkContext>
      </main>
      <SearchOpener />
      <SiteFooter frame={frame} />
    </>
  );
};
