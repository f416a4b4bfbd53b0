import { renderPost } from 'content-schema/markdown';
import { showPictures } from 'content-schema/pictures';
import { useMemo } from 'react';
import { usePhotos } from '../../data/photos.ts';
import { PostBody } from '../../site/post-body/post-body.tsx';

interface RenderedTextProps {
  readonly markdown: string;
}

/**
 * Renders a post's text as visitors see it. Load it lazily, since it contains the Markdown
 * renderer.
 */
const RenderedText = ({ markdown }: RenderedTextProps) => {
  const rendered = useMemo(() => renderPost(markdown), [markdown]);
  const { photos } = usePhotos(rendered.includes('<img'));
  const html = useMemo(
    () => showPictures(rendered, (id) => photos?.find((photo) => photo.id === id), 'post'),
    [rendered, photos],
  );
  return <PostBody html={html} />;
};

export default RenderedText;
