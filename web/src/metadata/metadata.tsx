import { CARD_HEIGHT, CARD_WIDTH, type PostSummary } from 'content-schema';
import { useState, useSyncExternalStore } from 'react';
import { siteName } from '../site/text.ts';
import type { PageFrame } from '../data/page-data.ts';
import { jsonInHtml, useInitialState } from '../data/initial-state.ts';
import { trustedHtml } from '../site/trusted-html.ts';
import { structuredData, type Crumb } from './structured-data.ts';

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
  /** The path of its share card. */
  readonly card?: string | undefined;
}

const never = () => () => undefined;

/**
 * The data of the page that was rendered on the server; undefined on all others, and unchanged on this
 * one: a browser lets no script be made, or changed, by HTML.
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
  // Gone for good with the first page after it, since it could not be made again on the way back.
  if (served && served.path !== path) setServed(undefined);
  return served?.path === path ? served.html : undefined;
};

/** What a page tells search engines and sites that link to it. */
export const Metadata = (props: MetadataProps) => {
  const { frame, title, description, path, crumbs = [], post } = props;
  const { origin } = useInitialState();
  const name = siteName(frame);
  const url = `${origin}${path}`;
  const image = props.card && `${origin}${props.card}`;
  // A browser leaves it as it is, and so needs no code that writes it.
  const data = useServedData(path, () =>
    import.meta.env.SSR ? jsonInHtml(structuredData({ frame, origin, crumbs, post, image })) : '',
  );
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
