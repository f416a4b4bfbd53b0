import { visibleContacts } from 'content-schema';
import { useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useInitialState } from '../data/initial-state.ts';
import { useHashScroll } from '../routing/use-hash-scroll.ts';
import type { PageFrame } from '../data/page-data.ts';
import { Notice } from '../ui/messages.tsx';
import styles from './public-page.module.css';
import { BLOGS, TAGS, postPath } from '../paths.ts';
import { ThemeSwitch } from '../theme/theme-switch.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { dayInWords, homeLinkText, shortAddress } from './text.ts';
import footerStyles from './site-footer.module.css';
import headerStyles from './site-header.module.css';
import { EditLinkContext, useShowEditLink } from './edit-link/edit-link.tsx';
import { SkipLink } from '../ui/skip-link.tsx';
import { TEXT_FIELDS, useWindowEvent } from '../ui/use-window-event.ts';

interface FrameProps {
  readonly frame: PageFrame;
}

const SECTIONS = [
  { to: '/#experiences', text: 'Experiences' },
  { to: '/#blogs', text: 'Blogs' },
  { to: '/#contact', text: 'Contact' },
] as const;

const HomeMark = ({ frame }: FrameProps) => {
  const { homeButtonMode, logo } = frame.site;
  return homeButtonMode === 'logo' && logo !== null ? (
    <img className={headerStyles.logo} src={logo.data} alt={logo.alt || homeLinkText(frame)} />
  ) : (
    <span className={classNames('truncated', headerStyles.name)}>{homeLinkText(frame)}</span>
  );
};

/** The header of public pages, which stays in view. */
const SiteHeader = ({ frame }: FrameProps) => {
  const { email } = visibleContacts(frame.profile);
  const pages = frame.pages?.filter(({ header }) => header) ?? [];
  const links = [...SECTIONS, ...pages.map(({ id, title }) => ({ to: postPath(id), text: title }))];
  return (
    <header className={headerStyles.header}>
      <div className={classNames('page', headerStyles.row)}>
        <Link className={headerStyles.home} to="/">
          <HomeMark frame={frame} />
        </Link>
        <nav className={classNames('nav-links', headerStyles.nav)} aria-label="Sections">
          {links.map(({ to, text }) => (
            <Link key={to} to={to}>
              {text}
            </Link>
          ))}
        </nav>
        {email !== undefined && (
          <div className={headerStyles.hello}>
            <ButtonLink to={`mailto:${email}`}>Say hello</ButtonLink>
          </div>
        )}
      </div>
    </header>
  );
};

const SiteFooter = ({ frame: { profile, pages = [] } }: FrameProps) => {
  const { year, changed } = useInitialState();
  const { linkedin, github } = visibleContacts(profile);
  const links = [linkedin, github].filter((link) => link !== undefined);
  return (
    <footer className={classNames('note', footerStyles.footer)}>
      <div className={classNames('page ends', footerStyles.row)}>
        <p>
          © {year} {profile.name}
          {changed !== undefined && (
            <span className="remark hint">Posts changed {dayInWords(changed)}</span>
          )}
        </p>
        <ul role="list" className={classNames('links', footerStyles.links)}>
          {links.map((link) => (
            <li key={link}>
              <a href={link} rel="me">
                {shortAddress(link)}
              </a>
            </li>
          ))}
          {pages.map(({ id, title }) => (
            <li key={id} dir="auto">
              <Link to={postPath(id)}>{title}</Link>
            </li>
          ))}
          <li>
            <Link to={TAGS}>Tags</Link>
          </li>
          <li>
            <a href="/feed.xml">Feed</a>
          </li>
        </ul>
        <ThemeSwitch />
      </div>
    </footer>
  );
};

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
