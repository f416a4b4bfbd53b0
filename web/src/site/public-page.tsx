import { useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { useHashScroll } from '../routing/use-hash-scroll.ts';
import type { PageFrame } from '../data/page-data.ts';
import { Notice } from '../ui/messages.tsx';
import styles from './public-page.module.css';
import { BLOGS } from '../paths.ts';
import { SiteFooter } from './site-footer.tsx';
import { SiteHeader } from './site-header.tsx';
import { EditLinkContext, useShowEditLink } from './edit-link/edit-link.tsx';
import { SkipLink } from '../ui/skip-link.tsx';
import { TEXT_FIELDS, useWindowEvent } from '../ui/use-window-event.ts';

const opensSearch = (event: KeyboardEvent | MouseEvent): boolean => {
  const { target, ctrlKey, metaKey, altKey } = event;
  if (!(target instanceof Element) || ctrlKey || metaKey || altKey) return false;
  return 'key' in event
    ? event.key === '/' && !target.closest(TEXT_FIELDS)
    : target.closest('[data-search]') !== null;
};

/** Opens the search on `/` and on clicks on links to it. Loads the dialog's code on first use. */
const SearchOpener = () => {
  const [search, setSearch] = useState<{
    readonly SearchDialog: ComponentType<{ readonly onClose: () => void }>;
  }>();
  const open = (event: KeyboardEvent | MouseEvent) => {
    if (!opensSearch(event)) return;
    event.preventDefault();
    import('./search/search-dialog.tsx').then(setSearch, () => location.assign(BLOGS));
  };
  useWindowEvent('keydown', open);
  useWindowEvent('click', open);
  return search && <search.SearchDialog onClose={() => setSearch(undefined)} />;
};

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
