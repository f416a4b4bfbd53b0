import type { ContentResponse } from './api.ts';
import {
  experienceFields,
  experiencesFields,
  type Experience,
  type ExperienceResponse,
} from './experience.ts';
import { blankOf, type Field, type ValueOf, type WithHtml } from './fields.ts';
import { parsePostFile } from './front-matter.ts';
import { readJsonDocument } from './json-document.ts';
import { renderInlineMarkdown, renderMarkdown } from './markdown.ts';
import type { Post } from './post.ts';
import { sortPosts } from './post-order.ts';
import { profileFields, type Profile, type ProfileResponse } from './profile.ts';
import {
  EXPERIENCES_PATH,
  PROFILE_PATH,
  SECTIONS_PATH,
  SITE_PATH,
  postIdOf,
} from './repository-layout.ts';
import { sectionsFields, type Sections, type SectionsResponse } from './sections.ts';
import { storedSiteFields, type Site, type StoredSite } from './site.ts';

/** How content leaves the server: the stored entities with the HTML of their Markdown beside it. */

const htmlOf = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map((item) => renderInlineMarkdown(String(item)))
    : renderMarkdown(String(value));

const present = (field: Field, value: unknown): unknown => {
  if (field.kind === 'list') return Array.from(value as unknown[], (it) => present(field.item, it));
  if (field.kind !== 'group' || value === null) return value;
  const found = value as Readonly<Record<string, unknown>>;
  const entries = Object.entries(field.fields).flatMap(([name, member]) => {
    const own: [string, unknown] = [name, present(member, found[name])];
    const isMarkdown = 'markdown' in member && member.markdown;
    return isMarkdown ? [own, [`${name}Html`, htmlOf(found[name])]] : [own];
  });
  return Object.fromEntries(entries);
};

/** A value with the HTML of its Markdown fields beside them. */
const withHtml = <F extends Field>(field: F, value: ValueOf<F>): WithHtml<F> =>
  present(field, value) as WithHtml<F>;

export const presentProfile = (profile: Profile): ProfileResponse =>
  withHtml(profileFields, profile);

export const presentExperience = (experience: Experience): ExperienceResponse =>
  withHtml(experienceFields, experience);

export const presentSections = (sections: Sections): SectionsResponse =>
  withHtml(sectionsFields, sections);

/**
 * The site with its logo as a data URL. Without the logo's bytes there is no logo, and so no
 * logo mode either.
 */
export const presentSite = (stored: StoredSite, logoBase64: string | undefined): Site => {
  const { title, description, logo } = stored;
  if (logo === null || logoBase64 === undefined) {
    return { title, description, homeButtonMode: 'text', logo: null };
  }
  const data = `data:${logo.type};base64,${logoBase64}`;
  return {
    title,
    description,
    homeButtonMode: stored.homeButtonMode,
    logo: { data, type: logo.type, alt: logo.alt },
  };
};

/** The whole answer of a content repository's files, e.g. of the default content. */
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
    return [{ id, ...fields, contentHtml: renderMarkdown(fields.content) }];
  });
  return {
    site: presentSite(site, logo ? Buffer.from(logo).toString('base64') : undefined),
    profile: presentProfile(read(PROFILE_PATH, profileFields)),
    experiences: read(EXPERIENCES_PATH, experiencesFields).map(presentExperience),
    sections: presentSections(read(SECTIONS_PATH, sectionsFields)),
    posts: sortPosts(posts),
  };
};
