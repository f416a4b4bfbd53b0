import { postFields, type Issue } from 'content-schema';
import { markdownMessages, type MarkdownText } from 'content-schema/content-response';
import { mayBeTooComplex } from 'content-schema/too-complex';
import { mapConcurrently } from '../git-store/map-concurrently.ts';
import { mapYielding } from '../git-store/map-yielding.ts';
import type { HtmlRenderer } from '../markdown/html-renderer.ts';
import { rejectIssues } from '../reading/errors.ts';

/** Returns the content of a post as a text of a request; `path` is that of its field. */
export const postText = (path: string, content: string): MarkdownText => ({
  ...{ path, name: postFields.fields.content.label, markdown: content, shape: 'blocks' },
});

export const tooComplexIssues = async (
  html: HtmlRenderer,
  texts: readonly MarkdownText[],
): Promise<Issue[]> => {
  const marked = await mapYielding(texts, (text) => (mayBeTooComplex(text.markdown) ? text : []));
  const doubtful = marked.flat();
  const issues = await mapConcurrently(
    doubtful,
    html.threads,
    async ({ path, name, markdown, shape }): Promise<Issue[]> => {
      const { tooComplex } = await html.render(markdown, shape);
      return tooComplex ? [{ path, message: markdownMessages.tooComplex(name) }] : [];
    },
  );
  return issues.flat();
};

/** Throws `InvalidInput` for texts that take too long to render, so that they are not saved. */
export const rejectTooComplex = async (
  html: HtmlRenderer,
  texts: readonly MarkdownText[],
): Promise<void> => {
  rejectIssues(await tooComplexIssues(html, texts));
};
