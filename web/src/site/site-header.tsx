import { visibleContacts } from 'content-schema';
import { Mail } from '../ui/icons.tsx';
import { Link } from 'react-router-dom';
import type { PageFrame } from '../data/page-data.ts';
import { postPath } from '../paths.ts';
import { ButtonLink } from '../ui/button.tsx';
import { ThemeSwitch } from '../theme/theme-switch.tsx';
import { classNames } from '../ui/class-names.ts';
import { homeLinkText } from './text.ts';
import styles from './site-header.module.css';

interface SiteHeaderProps {
  readonly frame: PageFrame;
}

const SECTIONS = [
  { to: '/#experiences', text: 'Experiences' },
  { to: '/#blogs', text: 'Blogs' },
  { to: '/#contact', text: 'Contact' },
] as const;

const HomeMark = ({ frame }: SiteHeaderProps) => {
  const { homeButtonMode, logo } = frame.site;
  return homeButtonMode === 'logo' && logo !== null ? (
    <img className={styles.logo} src={logo.data} alt={logo.alt || homeLinkText(frame)} />
  ) : (
    <span className={classNames('truncated', styles.name)}>{homeLinkText(frame)}</span>
  );
};

/** The header of public pages, which stays in view. */
export const SiteHeader = ({ frame }: SiteHeaderProps) => {
  const { email } = visibleContacts(frame.profile);
  const pages = frame.pages?.filter(({ header }) => header) ?? [];
  const links = [...SECTIONS, ...pages.map(({ id, title }) => ({ to: postPath(id), text: title }))];
  return (
    <header className={styles.header}>
      <div className={classNames('page', styles.row)}>
        <Link className={styles.home} to="/">
          <HomeMark frame={frame} />
        </Link>
        <nav className={classNames('nav-links', styles.nav)} aria-label="Sections">
          {links.map(({ to, text }) => (
            <Link key={to} to={to}>
              {text}
            </Link>
          ))}
        </nav>
        <ThemeSwitch />
        {email !== undefined && (
          <div className={styles.hello}>
            <ButtonLink to={`mailto:${email}`}>
              <Mail size={16} />
              <span>Say hello</span>
            </ButtonLink>
          </div>
        )}
      </div>
    </header>
  );
};
