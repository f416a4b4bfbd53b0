import { renderMarkdown } from 'content-schema/markdown';
import { useMemo } from 'react';
import { PostBody } from '../../site/post-body/post-body.tsx';

interface RenderedTextProps {
  readonly markdown: string;
}

/** A post's text as visitors will see it, with the Markdown pipeline: load it lazily. */
const RenderedText = ({ markdown }: RenderedTextProps) => {
  const html = useMemo(() => renderMarkdown(markdown), [markdown]);
  return <PostBody html={html} />;
};

export default RenderedText;
