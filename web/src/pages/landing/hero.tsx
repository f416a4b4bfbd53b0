import type { ProfileResponse } from 'content-schema';
import { classNames } from '../../ui/class-names.ts';
import { Markdown } from '../../site/markdown.tsx';
import { PageHeading } from '../../routing/page-heading.tsx';
import { ContactLinks } from './contact-links.tsx';
import { Highlights } from './highlights.tsx';
import styles from './hero.module.css';

interface HeroProps {
  readonly profile: ProfileResponse;
  /** The name, or what stands for it. */
  readonly heading: string;
}

const TEXTS = { email: 'Contact me', linkedin: 'LinkedIn', github: 'GitHub' } as const;

/** Who this is, in a few lines. */
export const Hero = ({ profile, heading }: HeroProps) => {
  const { title, tagline, summary, summaryHtml } = profile;
  return (
    <section className={classNames('page', styles.hero)} aria-label="Introduction">
      <div className={styles.who}>
        {title !== '' && (
          <p className={styles.title} dir="auto">
            {title}
          </p>
        )}
        <PageHeading className={styles.name}>{heading}</PageHeading>
      </div>
      <div className={styles.words}>
        {tagline !== '' && (
          <p className={styles.tagline} dir="auto">
            {tagline}
          </p>
        )}
        <Markdown text={summary} html={summaryHtml} />
        <ContactLinks profile={profile} texts={TEXTS} />
      </div>
      <Highlights profile={profile} />
    </section>
  );
};
