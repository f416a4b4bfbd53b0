import { tryToRender, type MarkdownShape, type RenderedMarkdown } from 'content-schema/markdown';

interface Text {
  readonly markdown: string;
  readonly shape: MarkdownShape;
}

/** Runs in a worker thread, so that rendering a long post holds up no request. */
export const renderTask = ({ markdown, shape }: Text): RenderedMarkdown =>
  tryToRender(markdown, shape);
