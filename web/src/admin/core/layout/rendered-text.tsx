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

/** Renders a text as visitors see it. Load it lazily, since it contains the Markdown renderer. */
const RenderedText = ({ markdown, localImages }: RenderedTextProps) => {
  const rendered = useMemo(() => renderPost(markdown), [markdown]);
  const { photos } = usePhotos(rendered.includes('<img'));
  const html = useMemo(() => {
    const unpublished = (photos ?? []).map((each) => [each.id, unpublishedAddress(each)] as const);
    const local = [...(localImages ?? []), ...unpublished].reduce(
      (text, [id, address]) =>
        address === undefined ? text : text.replaceAll(`src="/photos/${id}"`, `src="${address}"`),
      rendered,
    );
    return showImages(local, (id) => photos?.find((each) => each.id === id), 'post');
  }, [rendered, photos, localImages]);
  return <PostBody html={html} />;
};

export default RenderedText;
