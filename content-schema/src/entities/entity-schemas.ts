import * as v from 'valibot';
import { experiencesFields, experiencesRules, type Experience } from './experience.ts';
import {
  POSTS_MAX_LENGTH,
  POST_DESCRIPTION_MAX_LENGTH,
  POST_TAGS_MAX_LENGTH,
  POST_TITLE_MAX_LENGTH,
} from '../limits.ts';
import { isPageId } from './page.ts';
import type { Rules } from '../fields/fields.ts';
import { postMessages } from './post.ts';
import { postFields, SENT_FIELDS } from './post-fields.ts';
import { pick } from '../plain-object.ts';
import { deriveHighlights, profileFields, profileRules, type Profile } from './profile.ts';
import {
  entriesOf,
  flag,
  checkRules,
  list,
  listOf,
  record,
  schemaOf,
  text,
  trimmedText,
} from '../fields/schema.ts';
import { withProjectIds } from './project-ids.ts';
import { sectionsFields, sectionsRules, type Sections } from './sections.ts';
import { siteFields, siteRules, type SiteValues } from './site.ts';
import { styleFields, styleRules, type Style } from './style.ts';

/** The schemas that validate saves of entities and normalise them for storage. */

export const siteSchema = v.pipe(schemaOf(siteFields), checkRules<SiteValues>(siteRules));

export const styleSchema = v.pipe(schemaOf(styleFields), checkRules<Style>(styleRules));

export const profileSchema = v.pipe(
  schemaOf(profileFields),
  checkRules<Profile>(profileRules),
  v.transform(deriveHighlights),
);

export const experiencesSchema = v.pipe(
  schemaOf(experiencesFields),
  checkRules<Experience[]>(experiencesRules),
);

export const sectionsSchema = v.pipe(
  schemaOf(sectionsFields),
  checkRules<Sections>(sectionsRules),
  v.transform(withProjectIds),
);

/** A post from a client, which may break the rules; other fields are dropped. */
const postInput = record({
  id: v.optional(text()),
  ...entriesOf(pick(postFields.fields, SENT_FIELDS)),
  /** An option of the save: a stored post keeps its `updatedAt`, and so its place in lists. */
  keepUpdatedAt: v.optional(flag()),
});

export type PostInput = v.InferOutput<typeof postInput>;

const unfinishedPost = v.required(postInput, ['title', 'content', 'tags', 'hidden']);

/** The fields of a post's form, which may be incomplete. */
export const unfinishedPostSchema = unfinishedPost as v.GenericSchema<
  Partial<PostInput>,
  PostInput
>;

const postRules: Rules<PostInput> = ({ id = '', title, content, tags, description }) => [
  [title === '', 'title', postMessages.required],
  [title.length > POST_TITLE_MAX_LENGTH, 'title', postMessages.titleLength],
  [tags.join('').length > POST_TAGS_MAX_LENGTH, 'tags', postMessages.tagsLength],
  [isPageId(id) && tags.length > 0, 'tags', postMessages.pageTags],
  [description.length > POST_DESCRIPTION_MAX_LENGTH, 'description', postMessages.descriptionLength],
  [content.trim() === '', 'content', postMessages.required],
];

export const postInputSchema = v.pipe(postInput, checkRules<PostInput>(postRules));

/** The list in `PUT /api/posts`; each post is validated separately. */
export const postsInputSchema = listOf('Posts', POSTS_MAX_LENGTH);

export const visibilitySchema = record({ hidden: flag() });

/** `POST /api/admin/posts/{id}/address`: the new id. */
export const postAddressSchema = record({ id: text() });

export type PostAddress = v.InferOutput<typeof postAddressSchema>;

const postIds = list('Posts', text(), POSTS_MAX_LENGTH);

export const postIdsSchema = record({ ids: postIds });

/** `POST /api/admin/posts/aliases`: another address of a post. */
export const aliasSchema = record({ id: text(), address: text() });

export type AliasRequest = v.InferOutput<typeof aliasSchema>;

export const postsVisibilitySchema = record({ ids: postIds, hidden: flag() });

const TAG = /^[^,\r\n]+$/;
const tagName = v.pipe(trimmedText(), v.regex(TAG, postMessages.tagName));

export const renameTagSchema = record({
  from: text(),
  to: v.pipe(tagName, v.maxLength(POST_TAGS_MAX_LENGTH, postMessages.tagsLength)),
});

export type RenameTagRequest = v.InferOutput<typeof renameTagSchema>;
