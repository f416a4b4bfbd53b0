import type { PostSummary } from 'content-schema';
import { siteName } from '../site/text.ts';
import type { PageFrame } from '../data/page-data.ts';
import { jsonInHtml, useInitialState } from '../data/initial-state.ts';
import { structuredData, type Crumb } from './structured-data.ts';

/** The first image of a rendered text; its attributes are always quoted, and text has no `<`. */
const IMAGE = /<img(?:\s+[\w-]+(?:="[^"]*")?)*?\s+src="([^"]*)"/;

/** The address of the first image of a rendered text, as it stands there; undefined without one. */
export const firstImage = (html: string): string | undefined =>
  IMAGE.exec(html)?.[1]?.replace(/&(?:#x26|amp);/g, '&');

/** The whole address that `address` means on the site at `origin`; undefined when it is none. */
const absoluteAddress = (address: string | undefined, origin: string): string | undefined =>
  address !== undefined && URL.canParse(address, origin)
    ? new URL(address, origin).href
    : undefined;

interface MetadataProps {
  readonly frame: PageFrame;
  /** What the page is called on this site; empty for the landing page, which is the site. */
  readonly title: string;
  readonly description: string;
  /** The one address of the page, as a path. */
  readonly path: string;
  /** The way to the page from the landing page, the page itself included. */
  readonly crumbs?: readonly Crumb[];
  /** The post that the page shows. */
  readonly post?: PostSummary;
  /** The address of an image that shows what the page is about. */
  readonly image?: string | undefined;
}

/** What a page tells search engines and sites that link to it. */
export const Metadata = (props: MetadataProps) => {
  const { frame, title, description, path, crumbs = [], post } = props;
  const { origin } = useInitialState();
  const name = siteName(frame);
  const url = `${origin}${path}`;
  const image = absoluteAddress(props.image, origin);
  const data = structuredData({ frame, origin, crumbs, post, image });
  return (
    <>
      <title>{title === '' ? name : `${title} – ${name}`}</title>
      <link rel="canonical" href={url} />
      {description !== '' && <meta name="description" content={description} />}
      <meta property="og:title" content={title || name} />
      {description !== '' && <meta property="og:description" content={description} />}
      <meta property="og:type" content={post ? 'article' : 'website'} />
      <meta property="og:url" content={url} />
      <meta property="og:site_name" content={name} />
      {image !== undefined && <meta property="og:image" content={image} />}
      <meta name="twitter:card" content={image === undefined ? 'summary' : 'summary_large_image'} />
      <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: jsonInHtml(data) }} />
    </>
  );
};
