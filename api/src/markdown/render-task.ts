import {
  digestOf,
  tryToRender,
  type MarkdownShape,
  type PostDigest,
  type RenderedMarkdown,
} from 'content-schema/markdown';

/** What `renderTask` takes. */
export interface Text {
  readonly markdown: string;
  readonly shape: MarkdownShape;
}

/** Runs in a worker thread, so that rendering a long post holds up no request. */
export const renderTask = ({ markdown, shape }: Text): RenderedMarkdown =>
  tryToRender(markdown, shape);

/** A message for many texts: each takes about as long as a message. */
export const digestsTask = (texts: readonly string[]): PostDigest[] => texts.map(digestOf);
