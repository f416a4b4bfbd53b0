import type { Export, ExportedPost } from './exported-post.ts';
import { plainText } from './html.ts';

/** Reads the exports of Medium: an HTML document for each post, draft and response. */

export const isMedium = (text: string): boolean =>
  text.includes('<article class="h-entry">') && text.includes('medium.com');

const bodyOf = (html: string, headings: readonly string[]): string =>
  html
    // The first section has no line above it, and the title is in the text, too.
    .replace(/<hr[^>]*>/, '')
    .replace(/<h[34][^>]*>([^]*?)<\/h[34]>/g, (whole, words: string) =>
      headings.includes(plainText(words)) ? '' : whole,
    )
    .replace(/(<pre[^>]*>)\s*<code[^>]*>\s*|\s*<\/code>\s*(<\/pre>)/g, '$1$2')
    .replace(/(?<=mixtapeEmbed-em">[^<]*)<\/em>/g, '</em><br>')
    // Each line of code is an element of its own.
    .replace(/<\/pre>\s*<pre(?![^>]*data-code)[^>]*>/g, '\n')
    .replace(
      /<pre[^>]*data-code-block-lang="([\w-]+)"[^>]*>([^]*?)<\/pre>/g,
      '<pre><code class="language-$1">$2</code></pre>',
    );

export const readMedium = (parts: ReadonlyMap<string, string>): Export => {
  const leftOut: string[] = [];
  const posts = [...parts].flatMap(([path, text]): ExportedPost[] => {
    const part = (pattern: RegExp): string => pattern.exec(text)?.[1] ?? '';
    const title = plainText(part(/<h1 class="p-name">([^]*?)<\/h1>/));
    const subtitle = plainText(part(/<section data-field="subtitle"[^>]*>([^]*?)<\/section>/));
    const html = part(/<section data-field="body"[^>]*>([^]*)<\/section>\s*<footer>/);
    const address = part(/<a href="([^"]*)" class="p-canonical"/);
    const tags = Array.from(text.matchAll(/class="p-tag">([^<]*)</g), ([, tag = '']) =>
      plainText(tag),
    );
    const isResponse =
      subtitle === '' &&
      !/<h[1-4]/.test(html) &&
      plainText(html).startsWith(title.replace(/…$/, ''));
    if (isResponse) leftOut.push('response');
    if (isResponse) return [];
    return [
      {
        fields: {
          title,
          tags,
          description: subtitle,
          createdAt: part(/<time[^>]*datetime="([^"]*)"/),
        },
        ...{ addresses: [address], name: '', isPage: false, author: '', skipped: [] },
        hidden: address === '' || /(?:^|\/)draft_/.test(path) ? 'a draft' : undefined,
        html: bodyOf(html, [title, subtitle].filter(Boolean)),
      },
    ];
  });
  return { posts, leftOut, site: '', hosts: ['medium.com'] };
};
