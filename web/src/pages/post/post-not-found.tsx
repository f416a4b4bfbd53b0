import { ButtonLink } from '../../components/button.tsx';
import { classNames } from '../../components/class-names.ts';
import { siteName } from '../../components/home-link.ts';
import { PageHeading } from '../../components/page-heading.tsx';
import { PublicPage } from '../../components/public-page.tsx';
import type { PublicFrame } from '../../data/page-data.ts';
import styles from './post-not-found.module.css';

const HEADING = 'Blog post not found';

/** `/blogs/{postId}` where visitors can see no such post. */
export const PostNotFound = (site: PublicFrame) => (
  <PublicPage {...site}>
    <title>{`${HEADING} – ${siteName(site.frame)}`}</title>
    <meta name="robots" content="noindex" />
    <div className={classNames('page', styles.screen)}>
      <PageHeading className={styles.heading}>{HEADING}</PageHeading>
      <p>It may have been moved or taken down, or the address may be mistyped.</p>
      <div className={styles.ways}>
        <ButtonLink look="primary" to="/">
          Back to home
        </ButtonLink>
        <ButtonLink to="/blogs">All blogs</ButtonLink>
      </div>
    </div>
  </PublicPage>
);
