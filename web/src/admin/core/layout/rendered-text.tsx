import { renderPost } from 'content-schema/markdown';
import { showImages } from 'content-schema/show-images';
import { useMemo } from 'react';
import { unpublishedAddress, usePhotos } from '../../../data/photos.ts';
import { PostBody } from '../../../site/post-body/post-body.tsx';

export interface RenderedTextProps {
  readonly markdown: string;
  /** The addresses of photos that are not stored yet, by id. */
  readonly localImages?: ReadonlyMap<string, string>;
}

const NONE: ReadonlyMap<string, string> = new Map();

/** Renders a text as visitors see it. Load it lazily, since it contains the Markdown renderer. */
const RenderedText = ({ markdown, localImages = NONE }: RenderedTextProps) => {
  const rendered = useMemo(() => renderPost(markdown), [markdown]);
  const { photos } = usePhotos(rendered.includes('<img'));
  const html = useMemo(() => {
    const addresses = new Map(localImages);
    for (const photo of photos ?? []) {
      const address = unpublishedAddress(photo);
      if (address !== undefined) addresses.set(photo.id, address);
    }
    const published = photos?.filter(({ id }) => !addresses.has(id));
    const shown = showImages(rendered, (id) => published?.find((each) => each.id === id), 'post');
    return [...addresses].reduce(
      (text, [id, address]) => text.replaceAll(`src="/photos/${id}"`, `src="${address}"`),
      shown,
    );
  }, [rendered, photos, localImages]);
  return <PostBody html={html} />;
};

export default RenderedText;
