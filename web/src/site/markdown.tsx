import useSWRImmutable from 'swr/immutable';
import { classNames } from '../ui/class-names.ts';

interface MarkdownProps {
  readonly text: string;
  /** What the server derived from the text; where it is absent, the text is rendered here. */
  readonly html: string | undefined;
  readonly className?: string | undefined;
}

const render = async ([, text]: readonly [string, string]): Promise<string> =>
  (await import('content-schema/markdown')).renderMarkdown(text);

/** A Markdown text as sanitised HTML. */
export const Markdown = ({ text, html, className }: MarkdownProps) => {
  const { data = '' } = useSWRImmutable(html === undefined ? ['markdown', text] : null, render);
  return (
    <div
      className={classNames('prose', className)}
      dangerouslySetInnerHTML={{ __html: html ?? data }}
    />
  );
};
