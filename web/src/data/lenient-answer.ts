import {
  experiencesFields,
  postFields,
  profileFields,
  readValue,
  sectionsFields,
  siteFields,
  withoutDefaults,
  type ContentSummaryResponse,
  type ExperienceResponse,
  type Post,
  type PostSource,
  type PostSummary,
  type ProfileResponse,
  type SectionsResponse,
  type Site,
} from 'content-schema';
import { presentExperience, presentProfile, presentSections } from 'content-schema/derived-html';
import { digestOf } from 'content-schema/markdown';
import type { CallName } from './calls.ts';

/**
 * Reads the answers of an API without revisions, which may implement nothing but the specification.
 * Values that are absent, null or of another type are read as empty, and fields that our server
 * derives are derived here. A module of its own, so that visitors of our server never load it.
 */

/** A post as such an API sends it, with everything that lists and pages need. */
export type LenientPost = PostSource & PostSummary & Partial<Pick<Post, 'contentHtml'>>;

type Fields = Readonly<Record<string, unknown>>;

const isObject = (answer: unknown): answer is Fields =>
  typeof answer === 'object' && answer !== null && !Array.isArray(answer);

const fieldsOf = (answer: unknown): Fields => {
  if (isObject(answer)) return answer;
  // Reading it as empty would save it as empty.
  throw new TypeError('The answer is not an object');
};

const listOf = (answer: unknown): readonly unknown[] => {
  if (Array.isArray(answer)) return answer;
  throw new TypeError('The answer is not a list');
};

const readSite = (answer: unknown): Site => {
  const site = readValue(siteFields, answer);
  return withoutDefaults(site.logo === null ? { ...site, homeButtonMode: 'text' } : site);
};

/** Shows the value unless it is explicitly disabled. */
const readHighlight = (answer: unknown): unknown =>
  typeof answer === 'object' ? { enabled: true, ...answer } : answer;

const readProfile = (answer: unknown): ProfileResponse => {
  const fields = isObject(answer) ? answer : {};
  const { availability, focusAreas } = fields;
  const highlights = {
    availability: readHighlight(availability),
    focusAreas: readHighlight(focusAreas),
  };
  return presentProfile(readValue(profileFields, { ...fields, ...highlights }));
};

const readExperiences = (answer: unknown): ExperienceResponse[] =>
  readValue(experiencesFields, answer).map(presentExperience);

const readSections = (answer: unknown): SectionsResponse =>
  presentSections(readValue(sectionsFields, answer));

/** The fields whose values are strings. */
const textsOf = <Name extends string>(fields: Readonly<Record<Name, unknown>>) =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => typeof value === 'string'),
  ) as Partial<Record<Name, string>>;

const readPost = (answer: unknown): LenientPost => {
  const fields = fieldsOf(answer);
  const { id, contentHtml, createdAt, updatedAt } = fields;
  const { description: _, ...post } = readValue(postFields, fields);
  const { excerpt, minutes } = digestOf(post.content);
  return {
    // Some databases have numeric ids.
    id: String(id),
    ...post,
    ...textsOf({ contentHtml, createdAt, updatedAt }),
    excerpt,
    ...(minutes !== undefined && { minutes }),
  };
};

const readPosts = (answer: unknown): LenientPost[] => listOf(answer).map(readPost);

const readContent = (answer: unknown): ContentSummaryResponse & { posts: LenientPost[] } => {
  const { site, profile, experiences, posts, sections } = fieldsOf(answer);
  return {
    site: readSite(site),
    profile: readProfile(profile),
    experiences: readExperiences(experiences),
    posts: readPosts(posts ?? []),
    sections: readSections(sections),
  };
};

const READERS: { readonly [Name in CallName]?: (answer: unknown) => unknown } = {
  'GET /content?posts=summary': readContent,
  'GET /content?posts=headings': readContent,
  'GET /content?posts=markdown': readContent,
  'POST /reset': readContent,
  'PUT /site': (answer) => readSite(fieldsOf(answer)),
  'PUT /profile': (answer) => readProfile(fieldsOf(answer)),
  'PUT /experiences': (answer) => readExperiences(listOf(answer)),
  'PUT /sections': (answer) => readSections(fieldsOf(answer)),
  'PUT /posts?posts=markdown': readPosts,
  'DELETE /posts/{id}?posts=headings': readPosts,
  'PATCH /posts/{id}/visibility?posts=headings': readPosts,
};

/**
 * Converts the answer of a call to what our server would have sent. Throws `TypeError` for an
 * answer of a completely different type.
 */
export const readAnswer = (name: CallName, answer: unknown): unknown =>
  READERS[name]?.(answer) ?? answer;
