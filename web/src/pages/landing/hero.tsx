import { visibleHighlights, type ProfileResponse } from 'content-schema';
import { ADMIN, HOME } from '../../paths.ts';
import { EditLink } from '../../site/edit-link/edit-link.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Markdown } from '../../site/markdown.tsx';
import { PageHeading } from '../../routing/page-heading.tsx';
import { ContactLinks } from './contact.tsx';
import styles from './hero.module.css';

interface HeroProps {
  readonly profile: ProfileResponse;
  /** The owner's name, or its fallback. */
  readonly heading: string;
}

const LINK_TEXTS = { email: 'Contact me', linkedin: 'LinkedIn', github: 'GitHub' } as const;

/** Location, availability and focus areas. Renders nothing if none is visible. */
const Highlights = ({ profile }: Pick<HeroProps, 'profile'>) => {
  const { location, availability, focusAreas } = visibleHighlights(profile);
  const items = [
    { term: 'Location', value: location },
    { term: 'Availability', value: availability },
    { term: 'Focus areas', value: focusAreas },
  ].filter(({ value }) => value !== '');
  if (items.length === 0) return null;
  return (
    <dl className={classNames('stack-4 small', styles.highlights)}>
      {items.map(({ term, value }) => (
        <div key={term}>
          <dt className="label">{term}</dt>
          <dd dir="auto">{value}</dd>
        </div>
      ))}
    </dl>
  );
};

export const Hero = ({ profile, heading }: HeroProps) => {
  const { title, tagline, summaryHtml } = profile;
  return (
    <section className={classNames('page stack-6 h-card', styles.hero)} aria-label="Introduction">
      <data className="u-url u-uid" value={HOME} hidden />
      <data className="u-photo" value="/icons/512.png" hidden />
      <div className={styles.who}>
        {title !== '' && (
          <p className={classNames('small strong p-job-title', styles.title)} dir="auto">
            {title}
          </p>
        )}
        <PageHeading className={classNames('p-name', styles.name)}>{heading}</PageHeading>
      </div>
      <EditLink to={`${ADMIN}#identity`} what="introduction" />
      <div className={classNames('stack-5', styles.words)}>
        {tagline !== '' && (
          <p className={classNames('p-note', styles.tagline)} dir="auto">
            {tagline}
          </p>
        )}
        <Markdown className={styles.summary} html={summaryHtml} />
        <ContactLinks profile={profile} texts={LINK_TEXTS} />
      </div>
      <Highlights profile={profile} />
    </section>
  );
};
