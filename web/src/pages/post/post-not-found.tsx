import { ButtonLink } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { BLOGS, HOME } from '../../paths.ts';
import { siteName } from '../../site/home-link.ts';
import { PageHeading } from '../../routing/page-heading.tsx';
import { PublicPage } from '../../site/public-page.tsx';
import type { PublicShell } from '../../data/page-data.ts';
import styles from './post-not-found.module.css';

const HEADING = 'Blog post not found';

/** In place of a post that visitors can't see. */
export const PostNotFound = (site: PublicShell) => (
  <PublicPage {...site}>
    <title>{`${HEADING} – ${siteName(site.frame)}`}</title>
    <meta name="robots" content="noindex" />
    <div className={classNames('page', styles.screen)}>
      <PageHeading className={styles.heading}>{HEADING}</PageHeading>
      <p>It may have been moved or taken down, or the address may be mistyped.</p>
      <div className={styles.ways}>
        <ButtonLink look="primary" to={HOME}>
          Back to home
        </ButtonLink>
        <ButtonLink to={BLOGS}>All blogs</ButtonLink>
      </div>
    </div>
  </PublicPage>
);
