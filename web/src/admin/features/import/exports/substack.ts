import { decodeAddress } from 'content-schema';
import Papa from 'papaparse';
import type { Export, ExportedPost } from './exported-post.ts';
import { escaped, imageHtml, linkHtml, plainText } from './html.ts';

/** Reads the exports of Substack: a list of its posts and the text of each. */

const LIST = /(?:^|\/)posts\.csv$/;

export const isSubstack = (text: string, path: string): boolean =>
  (LIST.test(path) && text.includes('post_id')) || /(?:^|\/)posts\/\d+\.[^/]*\.html$/.test(path);

const GALLERY = /<div class="image-gallery-embed[^"]*" data-attrs="([^"]*)"[^>]*><\/div>/g;
const PICTURE = /<a class="image-link[^>]*?href="([^"]*)"[^>]*>[^]*?(<img[^>]*>)[^]*?<\/a>/g;
const ORIGINAL = /https:\/\/substackcdn\.com\/image\/[^"'\s]*\/(https?%3A[^"'\s]+)/g;

const bodyOf = (html: string, skipped: string[]): string =>
  html
    .replace(/<p class="button-wrapper[^]*?<\/p>/g, () => (skipped.push('button'), ''))
    .replace(GALLERY, (_, data: string) => {
      const addresses = data.matchAll(/&quot;src&quot;:&quot;(https[^&"]+)/g);
      const images = Array.from(addresses, ([, address = '']) => imageHtml(address));
      return `<div class="gallery">${images.join('')}</div>`;
    })
    .replace(
      /<div class="[^"]*" data-attrs="[^"]*?&quot;url&quot;:&quot;(https[^&"]+)[^>]*><\/div>/g,
      (_, url: string) => linkHtml(url),
    )
    .replace(ORIGINAL, (_, original: string) => escaped(decodeAddress(original)))
    .replace(PICTURE, (_, href: string, image: string) => `<a href="${href}">${image}</a>`)
    .replace(
      /<a class="footnote-anchor[^>]*href="#footnote-(\d+)"[^>]*>[^<]*<\/a>/g,
      '<x-reference id="$1"></x-reference>',
    )
    .replace(
      /<div class="footnote"[^>]*>\s*<a id="footnote-(\d+)"[^>]*>[^<]*<\/a>\s*<div class="footnote-content">([^]*?)<\/div>\s*<\/div>/g,
      '<x-note id="$1">$2</x-note>',
    );

const AUDIENCES: Readonly<Record<string, string>> = {
  ...{ only_paid: 'for paying members only', founding: 'for founding members only' },
  everyone: '',
};

export const readSubstack = (parts: ReadonlyMap<string, string>): Export => {
  const rows = [...parts].flatMap(([path, text]) => {
    const options = { header: true, skipEmptyLines: true } as const;
    const { data } = Papa.parse<Record<string, string>>(LIST.test(path) ? text : '', options);
    return data.map((row) => ({ row, folder: path.replace(/\.csv$/, '/') }));
  });
  const posts = rows.map(({ row, folder }): ExportedPost => {
    const { post_id: id = '', title = '', subtitle = '', audience = 'everyone' } = row;
    const isDraft = row['is_published']?.toLowerCase() !== 'true';
    const name = id.replace(/^\d+\.?/, '');
    const skipped: string[] = [];
    const html = parts.get(`${folder}${id}.html`) ?? '';
    return {
      fields: {
        title: plainText(title),
        tags: [],
        createdAt: row['post_date'],
        description: plainText(subtitle),
      },
      addresses: [isDraft || name === '' ? '' : `/p/${name}`],
      ...{ name, skipped, isPage: row['type'] === 'page' },
      hidden: isDraft ? 'a draft' : (AUDIENCES[audience] ?? 'for members only') || undefined,
      html: (row['podcast_url'] ? linkHtml(row['podcast_url']) : '') + bodyOf(html, skipped),
    };
  });
  const hosts = ['substackcdn.com', 'substack.com', 's3.amazonaws.com'];
  return { posts, leftOut: [], site: '', hosts };
};
