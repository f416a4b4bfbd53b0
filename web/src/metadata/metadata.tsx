import { CARD_HEIGHT, CARD_WIDTH, isPage, type PostSummary } from 'content-schema';
import { useState, useSyncExternalStore } from 'react';
import { siteName } from '../site/text.ts';
import type { PageFrame } from '../data/page-data.ts';
import { jsonInHtml, useInitialState } from '../data/initial-state.ts';
import { trustedHtml } from '../site/trusted-html.ts';
import { structuredData, type Crumb } from './structured-data.ts';

interface MetadataProps {
  readonly frame: PageFrame;
  /** The page's title without the site's name; empty for the landing page. */
  readonly title: string;
  readonly description: string;
  readonly path: string;
  readonly crumbs?: readonly Crumb[];
  readonly post?: PostSummary;
  readonly card?: string | undefined;
}

const never = () => () => undefined;

/**
 * Keeps the structured data of the page that the server rendered; undefined on other pages. Trusted
 * Types prevent the browser from creating or changing a script, so React must leave it unchanged.
 */
const useServedData = (path: string, write: () => string) => {
  const isServed = useSyncExternalStore(
    never,
    () => false,
    () => true,
  );
  const [served, setServed] = useState(() =>
    isServed ? { path, html: trustedHtml(write()) } : undefined,
  );
  // The next page removes it for good: going back could not create it again.
  if (served && served.path !== path) setServed(undefined);
  return served?.path === path ? served.html : undefined;
};

/** Renders the title and metadata of a page, for search engines and for sites that link to it. */
export const Metadata = (props: MetadataProps) => {
  const { frame, title, description, path, crumbs = [], post } = props;
  const { origin } = useInitialState();
  const name = siteName(frame);
  const url = `${origin}${path}`;
  const image = props.card && `${origin}${props.card}`;
  // The browser keeps the server's script, so visitors don't load the code that writes it.
  const data = useServedData(path, () =>
    import.meta.env.SSR ? jsonInHtml(structuredData({ frame, origin, crumbs, post, image })) : '',
  );
  return (
    <>
      <title>{title === '' ? name : `${title} – ${name}`}</title>
      <link rel="canonical" href={url} />
      {post && !isPage(post) && <link rel="alternate" type="text/markdown" href={`${path}.md`} />}
      {description !== '' && <meta name="description" content={description} />}
      <meta property="og:title" content={title || name} />
      {description !== '' && <meta property="og:description" content={description} />}
      <meta property="og:type" content={post && !isPage(post) ? 'article' : 'website'} />
      <meta property="og:url" content={url} />
      <meta property="og:site_name" content={name} />
      {image && (
        <>
          <meta property="og:image" content={image} />
          <meta property="og:image:width" content={`${CARD_WIDTH}`} />
          <meta property="og:image:height" content={`${CARD_HEIGHT}`} />
          <meta property="og:image:alt" content={title || name} />
          <meta name="twitter:card" content="summary_large_image" />
        </>
      )}
      {data && (
        <script
          type="application/ld+json"
          dangerouslySetInnerHTML={data}
          suppressHydrationWarning
        />
      )}
    </>
  );
};
