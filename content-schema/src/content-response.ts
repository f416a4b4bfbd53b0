import type {
  ContentResponse,
  EducationResponse,
  ExperienceResponse,
  ProfileResponse,
  SectionsResponse,
} from './api.ts';
import type { Experience } from './experience.ts';
import { parsePostFile } from './front-matter.ts';
import { parseJsonDocument } from './json-document.ts';
import { renderInlineMarkdown, renderMarkdown } from './markdown.ts';
import type { Post } from './post.ts';
import { sortPosts } from './post-order.ts';
import type { Profile } from './profile.ts';
import {
  EXPERIENCES_PATH,
  PROFILE_PATH,
  SECTIONS_PATH,
  SITE_PATH,
  postIdOf,
} from './repository-layout.ts';
import type { Education, Sections } from './sections.ts';
import type { Site } from './site.ts';
import {
  readStoredExperiences,
  readStoredProfile,
  readStoredSections,
  readStoredSite,
  type StoredSite,
} from './stored.ts';

/** How content leaves the server: the stored entities with the HTML of their Markdown beside it. */

export const presentProfile = (profile: Profile): ProfileResponse => ({
  ...profile,
  summaryHtml: renderMarkdown(profile.summary),
});

export const presentExperience = (experience: Experience): ExperienceResponse => ({
  ...experience,
  descriptionHtml: renderMarkdown(experience.description),
  achievementsHtml: experience.achievements.map(renderInlineMarkdown),
});

const presentEducation = (education: Education): EducationResponse => ({
  ...education,
  descriptionHtml: renderMarkdown(education.description),
});

export const presentSections = (sections: Sections): SectionsResponse => ({
  ...sections,
  contact: {
    ...sections.contact,
    descriptionHtml: renderMarkdown(sections.contact.description),
  },
  educations: { ...sections.educations, items: sections.educations.items.map(presentEducation) },
  achievements: {
    ...sections.achievements,
    itemsHtml: sections.achievements.items.map(renderInlineMarkdown),
  },
});

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
  const json = (path: string): unknown => {
    const bytes = files.get(path);
    return bytes && parseJsonDocument(decoder.decode(bytes));
  };
  const site = readStoredSite(json(SITE_PATH));
  const logo = site.logo && files.get(site.logo.path);
  const posts = [...files].flatMap(([path, bytes]): Post[] => {
    const id = postIdOf(path);
    if (id === undefined) return [];
    const { warnings: _, ...fields } = parsePostFile(decoder.decode(bytes), id);
    return [{ id, ...fields, contentHtml: renderMarkdown(fields.content) }];
  });
  return {
    site: presentSite(site, logo ? Buffer.from(logo).toString('base64') : undefined),
    profile: presentProfile(readStoredProfile(json(PROFILE_PATH))),
    experiences: readStoredExperiences(json(EXPERIENCES_PATH)).map(presentExperience),
    sections: presentSections(readStoredSections(json(SECTIONS_PATH))),
    posts: sortPosts(posts),
  };
};
