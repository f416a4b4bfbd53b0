import * as v from 'valibot';
import { experiencesFields, experiencesRules, type Experience } from './experience.ts';
import { POSTS_MAX_LENGTH } from './limits.ts';
import { isIsoDate, postFields, postMessages, postRules, type PostInput } from './post.ts';
import { deriveHighlights, profileFields, profileRules, type Profile } from './profile.ts';
import { entriesOf, flag, follows, list, listOf, record, schemaOf, text } from './schema.ts';
import { sectionsFields } from './sections.ts';
import { siteFields, siteRules, type SiteValues } from './site.ts';

/** What a save of each entity must fulfil, and the form in which it is stored. */

export const siteSchema = v.pipe(schemaOf(siteFields), follows<SiteValues>(siteRules));

export const profileSchema = v.pipe(
  schemaOf(profileFields),
  follows<Profile>(profileRules),
  v.transform(deriveHighlights),
);

export const experiencesSchema = v.pipe(
  schemaOf(experiencesFields),
  follows<Experience[]>(experiencesRules),
);

export const sectionsSchema = schemaOf(sectionsFields);

const isoDate = () => v.pipe(text(), v.check(isIsoDate, postMessages.date));

/** A post as a client sends it; derived fields are dropped, the server gives what is absent. */
export const postInputSchema: v.GenericSchema<unknown, PostInput> = v.pipe(
  record({
    id: v.optional(text()),
    ...entriesOf(postFields.fields),
    createdAt: v.optional(v.nullable(isoDate())),
    updatedAt: v.optional(v.nullable(isoDate())),
  }),
  follows<PostInput>(postRules),
);

/** The whole set of posts, as `PUT /api/posts` takes it; each is checked by itself. */
export const postsInputSchema = listOf('Posts', POSTS_MAX_LENGTH);

/** A post as it stands in a form, whatever it lacks. */
export const unfinishedPostSchema = record({
  id: v.optional(text()),
  title: text(),
  content: text(),
  tags: list('Tags', text()),
  description: v.optional(text()),
  hidden: flag(),
});

export const visibilitySchema = record({ hidden: flag() });

const postIds = list('Posts', text(), POSTS_MAX_LENGTH);

export const postIdsSchema = record({ ids: postIds });

export const postsVisibilitySchema = record({ ids: postIds, hidden: flag() });
