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
      const pictures = Array.from(
        data.matchAll(/&quot;src&quot;:&quot;(https[^&"]+)/g),
        ([, src = '']) => src,
      );
      return `<div class="gallery">${pictures.map((src) => imageHtml(src)).join('')}</div>`;
    })
    .replace(
      /<div class="[^"]*" data-attrs="[^"]*?&quot;url&quot;:&quot;(https[^&"]+)[^>]*><\/div>/g,
      (_, url: string) => linkHtml(url),
    )
    .replace(ORIGINAL, (_, original: string) => escaped(decodeURIComponent(original)))
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
  only_free: 'for members only',
};

export const readSubstack = (parts: ReadonlyMap<string, string>): Export => {
  const lists = [...parts].filter(([path]) => LIST.test(path));
  const rows = lists.flatMap(([path, text]) => {
    const { data } = Papa.parse<Record<string, string>>(text, {
      header: true,
      skipEmptyLines: true,
    });
    return data.map((row) => ({
      row,
      folder: path.replace(/\.csv$/, '/'),
    }));
  });
  const posts = rows.map(({ row, folder }): ExportedPost => {
    const {
      post_id: id = '',
      type,
      audience = '',
      title = '',
      subtitle = '',
      podcast_url: audio,
    } = row;
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
      ...{ name, author: '', skipped, isPage: type === 'page' },
      hidden: isDraft ? 'a draft' : AUDIENCES[audience],
      html: (audio ? linkHtml(audio) : '') + bodyOf(html, skipped),
    };
  });
  const hosts = ['substackcdn.com', 'substack.com', 's3.amazonaws.com'];
  return { posts, leftOut: [], site: '', hosts };
};
