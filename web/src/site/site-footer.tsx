import { visibleContacts } from 'content-schema';
import { Link } from 'react-router-dom';
import { useInitialState } from '../data/initial-state.ts';
import type { PageFrame } from '../data/page-data.ts';
import { TAGS, postPath } from '../paths.ts';
import { classNames } from '../ui/class-names.ts';
import { ThemeSwitch } from '../theme/theme-switch.tsx';
import { dayInWords, shortAddress } from './text.ts';
import styles from './site-footer.module.css';

export const SiteFooter = ({ frame: { profile, pages = [] } }: { readonly frame: PageFrame }) => {
  const { year, changed } = useInitialState();
  const { linkedin, github } = visibleContacts(profile);
  const links = [linkedin, github].filter((link) => link !== undefined);
  return (
    <footer className={classNames('note', styles.footer)}>
      <div className={classNames('page ends', styles.row)}>
        <p>
          © {year} {profile.name}
          {changed !== undefined && (
            <span className="remark">Posts changed {dayInWords(changed)}</span>
          )}
        </p>
        <ul role="list" className={classNames('links', styles.links)}>
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
