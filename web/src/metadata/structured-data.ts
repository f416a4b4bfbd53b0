import { isPage, publicationDate, visibleContacts, type PostSummary } from 'content-schema';
import { ownerName } from '../site/text.ts';
import { postPath } from '../paths.ts';
import type { PageFrame } from '../data/page-data.ts';

export interface Crumb {
  readonly name: string;
  readonly path: string;
}

interface PageFacts {
  readonly frame: PageFrame;
  /** The canonical origin of the site. */
  readonly origin: string;
  /** The breadcrumbs from the landing page to this page; empty for the landing page. */
  readonly crumbs: readonly Crumb[];
  readonly post?: PostSummary | undefined;
  readonly image?: string | undefined;
}

/** An object in the vocabulary of https://schema.org. */
type Thing = Readonly<Record<string, unknown>>;

const HOME: Crumb = { name: 'Home', path: '/' };

/** The id by which other objects refer to the site's owner. */
const personId = (origin: string): string => `${origin}/#person`;

const person = ({ frame, origin }: PageFacts): Thing => {
  const { profile } = frame;
  const { email, linkedin, github } = visibleContacts(profile);
  const profiles = [linkedin, github].filter((address) => address !== undefined);
  return {
    '@type': 'Person',
    '@id': personId(origin),
    name: ownerName(frame),
    url: `${origin}/`,
    ...(profile.title !== '' && { jobTitle: profile.title }),
    ...(profile.tagline !== '' && { description: profile.tagline }),
    ...(email !== undefined && { email }),
    ...(profiles.length > 0 && { sameAs: profiles }),
  };
};

const blogPosting = (post: PostSummary, { frame, origin, image }: PageFacts): Thing => {
  const { id, title, excerpt, tags, updatedAt, lang = frame.site.lang } = post;
  const published = publicationDate(post);
  const url = `${origin}${postPath(id)}`;
  return {
    ...(isPage(post)
      ? { '@type': 'WebPage', name: title }
      : { '@type': 'BlogPosting', headline: title }),
    url,
    inLanguage: lang,
    mainEntityOfPage: url,
    author: { '@id': personId(origin) },
    ...(excerpt !== '' && { description: excerpt }),
    ...(tags.length > 0 && { keywords: tags }),
    ...(published !== undefined && { datePublished: published }),
    ...(updatedAt !== undefined && { dateModified: updatedAt }),
    ...(image !== undefined && { image }),
  };
};

const breadcrumbs = ({ crumbs, origin }: PageFacts): Thing => ({
  '@type': 'BreadcrumbList',
  itemListElement: [HOME, ...crumbs].map(({ name, path }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: `${origin}${path}`,
  })),
});

/** Returns a page's JSON-LD: the site's owner, the breadcrumbs and the post. */
export const structuredData = (page: PageFacts): Thing => {
  const { crumbs, post } = page;
  const graph = [
    person(page),
    ...(crumbs.length > 0 ? [breadcrumbs(page)] : []),
    ...(post ? [blogPosting(post, page)] : []),
  ];
  return { '@context': 'https://schema.org', '@graph': graph };
};
