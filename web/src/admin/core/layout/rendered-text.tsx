import { renderPost } from 'content-schema/markdown';
import { showImages } from 'content-schema/show-images';
import { useMemo } from 'react';
import { usePhotos } from '../../../data/photos.ts';
import { PostBody } from '../../../site/post-body/post-body.tsx';

export interface RenderedTextProps {
  readonly markdown: string;
  /** The addresses of photos that are not stored yet, by id. */
  readonly localImages?: ReadonlyMap<string, string>;
}

/** Renders a text as visitors see it. Load it lazily, since it contains the Markdown renderer. */
const RenderedText = ({ markdown, localImages = new Map<string, string>() }: RenderedTextProps) => {
  const rendered = useMemo(() => renderPost(markdown), [markdown]);
  const { photos } = usePhotos(rendered.includes('<img'));
  const shown = useMemo(
    () => showImages(rendered, (id) => photos?.find((photo) => photo.id === id), 'post'),
    [rendered, photos],
  );
  const html = [...localImages].reduce(
    (text, [id, address]) => text.replaceAll(`src="/photos/${id}"`, `src="${address}"`),
    shown,
  );
  return <PostBody html={html} />;
};

export default RenderedText;
