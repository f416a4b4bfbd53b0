import { Fragment, type ReactNode } from 'react';
import { isPage, postKind, type Neighbours, type PostLink, type PostSummary } from 'content-schema';
import { ArrowLeft, ArrowRight } from '../../ui/icons.tsx';
import { Link } from 'react-router-dom';
import { classNames } from '../../ui/class-names.ts';
import { PageHeading } from '../../routing/page-heading.tsx';
import { BLOGS, EDIT_EXPERIENCES, EXPERIENCES, HOME, editPostPath, postPath } from '../../paths.ts';
import { ownerName } from '../../site/text.ts';
import { Markdown } from '../../site/markdown.tsx';
import { lazyPage } from '../../routing/lazy-page.tsx';
import rows from '../../site/rows.module.css';
import { EditLink } from '../../site/edit-link/edit-link.tsx';
import { useInitialState } from '../../data/initial-state.ts';
import type { PageFrame, PageView } from '../../data/page-data.ts';
import type { PostLinkState } from '../../data/use-page.ts';
import { TagPills } from '../../site/tag-pills.tsx';
import { BackLinks } from '../../site/back-links.tsx';
import { Metadata } from '../../metadata/metadata.tsx';
import postStyles from '../../site/post.module.css';
import { Contents } from './contents.tsx';
import styles from './post-page.module.css';
import { PostBody } from '../../site/post-body/post-body.tsx';
import { TitleTransition } from '../../site/title-transition.tsx';
import { PostMeta } from '../../site/post-meta.tsx';
import type { ProjectMetaProps } from './project-meta.tsx';

const ProjectMeta = lazyPage<ProjectMetaProps>(() => import('./project-meta.tsx'));

interface BlogPostProps {
  readonly frame: PageFrame;
  readonly post: PostSummary;
  readonly view: Pick<PageView, 'html' | 'card' | 'correctionUrl'> & {
    readonly neighbours: Neighbours;
  };
  /** Whether the text could not be loaded. */
  readonly isFailed: boolean;
}

const MissingText = ({ isFailed }: Pick<BlogPostProps, 'isFailed'>) => (
  <p className="muted" role="status">
    {isFailed ? (
      <>
        The text of this post could not be loaded.{' '}
        <Link to="" reloadDocument>
          Try again
        </Link>
      </>
    ) : (
      'Loading blog…'
    )}
  </p>
);

interface NeighbourLinkProps {
  readonly post: PostLink;
  readonly rel: 'prev' | 'next';
  readonly className: string | undefined;
  readonly children: ReactNode;
}

const NeighbourLink = ({ post: { id, title }, rel, className, children }: NeighbourLinkProps) => {
  // Lets the page show the title at once.
  const state: PostLinkState = { post: { id, title, tags: [], hidden: false, excerpt: '' } };
  return (
    <Link className={classNames('stack-2', className)} to={postPath(id)} state={state} rel={rel}>
      <span className={classNames('with-icon small strong', styles.label)}>{children}</span>
      <span className="title larger" dir="auto">
        {title}
      </span>
    </Link>
  );
};

/** Links to the previous and the next post. Renders nothing if there is neither. */
const PostNeighbours = ({ previous, next, kind = 'post' }: Neighbours & { kind?: string }) =>
  (previous || next) && (
    <nav className={classNames('page', styles.neighbours)} aria-label={`More ${kind}s`}>
      {previous && (
        <NeighbourLink post={previous} rel="prev" className={styles.previous}>
          <ArrowLeft size={16} />
          Previous post
        </NeighbourLink>
      )}
      {next && (
        <NeighbourLink post={next} rel="next" className={styles.next}>
          {`Next ${kind}`}
          <ArrowRight size={16} />
        </NeighbourLink>
      )}
    </nav>
  );

/** Links to the other languages of a post, for readers and search engines. */
const Translations = ({ id: shown, translations }: PostLink & Neighbours) => {
  const { origin } = useInitialState();
  return translations?.map(({ id, lang, name }) => (
    <Fragment key={id}>
      <link rel="alternate" hrefLang={lang} href={`${origin}${postPath(id)}`} />
      {id !== shown && (
        <p className="note">
          Also in{' '}
          <a href={postPath(id)} hrefLang={lang} lang={lang}>
            {name}
          </a>
        </p>
      )}
    </Fragment>
  ));
};

const PROJECTS = `${EXPERIENCES}#projects`;

const crumbsOf = (post: PostSummary) => [
  ...(isPage(post) ? [] : [{ name: 'Blogs', path: BLOGS }]),
  ...(post.project ? [{ name: 'Projects', path: PROJECTS }] : []),
  { name: post.title, path: postPath(post.id) },
];

/** The number of tags above the text; more of them would push it out of view. */
const TAGS_ABOVE = 20;

/** The page of an existing post. Its text may still be loading. */
export const BlogPost = ({ frame, post, view, isFailed }: BlogPostProps) => {
  const { html, card, correctionUrl, neighbours } = view;
  const { project, tags } = post;
  const up = isPage(post) ? { to: HOME, text: 'Home' } : { to: BLOGS, text: 'All blogs' };
  return (
    <>
      <Metadata
        frame={frame}
        title={post.title}
        description={post.excerpt}
        path={postPath(post.id)}
        crumbs={import.meta.env.SSR ? crumbsOf(post) : []}
        post={post}
        card={card}
      />
      <article
        className={classNames('page stack-6 h-entry', styles.post)}
        lang={post.lang ?? frame.site.lang}
      >
        <data className="u-url" value={postPath(post.id)} hidden />
        <a className="p-author h-card" href={HOME} hidden>
          {ownerName(frame)}
        </a>
        <header className={classNames('stack-5', styles.head)}>
          <BackLinks up={project ? { to: PROJECTS, text: 'All projects' } : up} />
          <TitleTransition post={post}>
            <PageHeading className={classNames('p-name', postStyles.title)}>
              {post.title}
            </PageHeading>
          </TitleTransition>
          <Translations {...post} {...neighbours} />
          {!project && <TagPills tags={tags.slice(0, TAGS_ABOVE)} label="Tags" />}
          <EditLink
            to={project ? `${EDIT_EXPERIENCES}#education-and-more` : editPostPath(post.id)}
            what={`this ${postKind(post)}`}
          />
          {project?.photoHtml && <Markdown className={rows.photo} html={project.photoHtml} />}
        </header>
        <div className={classNames('stack-6', styles.beside)}>
          {!isPage(post) && <PostMeta post={post} />}
          {project && <ProjectMeta project={project} tags={tags} />}
          {html !== undefined && <Contents html={html} />}
        </div>
        <div className={classNames(styles.body, postStyles.body)}>
          {html === undefined ? <MissingText isFailed={isFailed} /> : <PostBody html={html} />}
          {correctionUrl !== undefined && (
            <p className={classNames('note', styles.provenance)}>
              <a href={correctionUrl}>Suggest a correction</a>
            </p>
          )}
          <TagPills tags={tags.slice(TAGS_ABOVE)} label="More tags" />
        </div>
      </article>
      <PostNeighbours {...neighbours} {...(project && { kind: 'project', next: project.next })} />
    </>
  );
};
