import type { Field, ValueOf, WithHtml } from '../fields/fields.ts';
import { tryToRender } from '../markdown/markdown.ts';
import { withHtml } from './content-response.ts';

/** Like `withHtml`, with Markdown rendered synchronously; the server uses workers instead. */
export const withRenderedHtml = <F extends Field>(field: F, value: ValueOf<F>): WithHtml<F> =>
  withHtml(field, value, ({ markdown, shape }) => tryToRender(markdown, shape).html);
