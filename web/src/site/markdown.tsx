import { classNames } from '../ui/class-names.ts';
import { trustedHtml } from './trusted-html.ts';

interface MarkdownProps {
  /** Sanitised HTML, rendered from Markdown. */
  readonly html: string;
  readonly className?: string | undefined;
}

export const Markdown = ({ html, className }: MarkdownProps) => (
  <div className={classNames('prose', className)} dangerouslySetInnerHTML={trustedHtml(html)} />
);
