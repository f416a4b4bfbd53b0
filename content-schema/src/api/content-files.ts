import type { ContentResponse } from './calls.ts';
import { presentSite, withHtml } from './content-response.ts';
import { experiencesFields } from '../entities/experience.ts';
import { blankOf, type Field, type ValueOf, type WithHtml } from '../fields/fields.ts';
import { parsePostFile } from '../front-matter/front-matter.ts';
import { readJsonDocument } from '../json-document/json-document.ts';
import { renderPost, tryToRender } from '../markdown/markdown.ts';
import type { Post } from '../entities/post.ts';
import { sortPosts } from '../entities/post-order.ts';
import { profileFields } from '../entities/profile.ts';
import {
  EXPERIENCES_PATH,
  PROFILE_PATH,
  SECTIONS_PATH,
  SITE_PATH,
  postIdOf,
} from '../repository-layout.ts';
import { sectionsFields } from '../entities/sections.ts';
import { storedSiteFields } from '../entities/site.ts';

/** Like `withHtml`, with Markdown rendered synchronously; the server uses workers instead. */
export const withRenderedHtml = <F extends Field>(field: F, value: ValueOf<F>): WithHtml<F> =>
  withHtml(field, value, ({ markdown, shape }) => tryToRender(markdown, shape).html);

/** Returns the response of `GET /api/content` for the files of a repository. */
export const presentContentFiles = (files: ReadonlyMap<string, Uint8Array>): ContentResponse => {
  const decoder = new TextDecoder();
  const read = <F extends Field>(path: string, field: F): ValueOf<F> => {
    const bytes = files.get(path);
    return bytes ? readJsonDocument(decoder.decode(bytes), field).value : blankOf(field);
  };
  const site = read(SITE_PATH, storedSiteFields);
  const logo = site.logo && files.get(site.logo.path);
  const posts = [...files].flatMap(([path, bytes]): Post[] => {
    const id = postIdOf(path);
    if (id === undefined) return [];
    const { problems: _, contentStart: __, ...fields } = parsePostFile(decoder.decode(bytes), id);
    return [{ id, ...fields, contentHtml: renderPost(fields.content) }];
  });
  return {
    site: presentSite(site, logo ? Buffer.from(logo).toString('base64') : undefined),
    profile: withRenderedHtml(profileFields, read(PROFILE_PATH, profileFields)),
    experiences: withRenderedHtml(experiencesFields, read(EXPERIENCES_PATH, experiencesFields)),
    sections: withRenderedHtml(sectionsFields, read(SECTIONS_PATH, sectionsFields)),
    posts: sortPosts(posts),
  };
};
