import {
  digestOf,
  tryToRender,
  type MarkdownShape,
  type PostDigest,
  type RenderedMarkdown,
} from 'content-schema/markdown';

/** The input of `renderTask`. */
export interface Text {
  readonly markdown: string;
  readonly shape: MarkdownShape;
}

/** Renders a text. Runs in a worker thread, so that a long post doesn't block requests. */
export const renderTask = ({ markdown, shape }: Text): RenderedMarkdown =>
  tryToRender(markdown, shape);

/**
 * Computes the digests of many texts at once, since each takes about as long as sending a message.
 */
export const digestsTask = (texts: readonly string[]): PostDigest[] => texts.map(digestOf);
