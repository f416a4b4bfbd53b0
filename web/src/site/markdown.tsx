import { classNames } from '../ui/class-names.ts';
import { trustedHtml } from './trusted-html.ts';

interface MarkdownProps {
  /** Sanitised, as it was derived from a Markdown text. */
  readonly html: string;
  readonly className?: string | undefined;
}

/** A Markdown text. */
export const Markdown = ({ html, className }: MarkdownProps) => (
  <div className={classNames('prose', className)} dangerouslySetInnerHTML={trustedHtml(html)} />
);
