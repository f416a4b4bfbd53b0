import {
  blankOf,
  deriveHighlights,
  hasText,
  photoDetailsPath,
  profileFields,
  sectionsFields,
} from 'content-schema';
import { differencesOf, isSame, mergeValues, type Decide } from 'content-schema/merge';
import { blobShaOf } from '../../core/git-store/git-object-id.ts';
import type { Changes } from '../../core/git-store/git-store.ts';
import { ENTITIES, type EntityName } from '../../core/reading/entities.ts';
import { namesOf, usesOf } from '../../core/reading/photo-uses.ts';
import type { ContentSnapshot } from '../../core/reading/snapshot.ts';
import { jsonChange, type Command } from '../../core/saving/save-command.ts';

type Entities = Pick<ContentSnapshot, EntityName>;

/** The default content, and the blobs of its files. */
interface Sample extends Entities {
  readonly blobs: ReadonlySet<string>;
}

export const readSample = async (
  read: () => Promise<ReadonlyMap<string, Uint8Array>>,
): Promise<Sample> => {
  const files = await read();
  const { site, profile, experiences, sections } = ENTITIES;
  return {
    site: site.file.read(files.get(site.path)).value,
    profile: profile.file.read(files.get(profile.path)).value,
    experiences: experiences.file.read(files.get(experiences.path)).value,
    sections: sections.file.read(files.get(sections.path)).value,
    blobs: new Set([...files.values()].map((bytes) => blobShaOf(bytes))),
  };
};

/** Keeps what was changed; of a text, the lines that the sample's text lacks. */
const ownPart: Decide = ({ base, theirs }) => {
  if (typeof base !== 'string' || typeof theirs !== 'string') return theirs;
  const lines = base.split('\n').filter(hasText);
  const own = theirs.split('\n').filter((line) => !lines.includes(line));
  return own.join('\n').trim();
};

/**
 * Returns the entities without what is still of the sample. What has lost its text is switched off:
 * the form would refuse it.
 */
const withoutSample = (current: ContentSnapshot, sample: Sample): Entities => {
  const { site, tree } = current;
  const { contactVisibility: shown, highlightsEnabled } = current.profile;
  const own = <Value>(from: Value, now: Value, empty: Value): Value =>
    mergeValues(from, now, empty, ownPart).value;
  const profile = own(sample.profile, current.profile, blankOf(profileFields));
  const { social, location, availability, focusAreas } = profile;
  const highlights = [location, availability.value, focusAreas.value];
  const linkedin = shown.linkedin && hasText(social.linkedin);
  const github = shown.github && hasText(social.github);
  const hasSampleLogo = sample.blobs.has(tree.get(site.logo?.path ?? '')?.sha ?? '');
  return {
    site: {
      ...own(sample.site, site, { ...site, title: '', description: '' }),
      ...(hasSampleLogo && { logo: null, homeButtonMode: 'text' }),
    },
    profile: deriveHighlights({
      ...profile,
      highlightsEnabled: highlightsEnabled && highlights.every(hasText),
      contactVisibility: { ...shown, linkedin, github },
    }),
    experiences: current.experiences.filter(({ role, company }) =>
      sample.experiences.every((job) => job.role !== role || job.company !== company),
    ),
    sections: own(sample.sections, current.sections, blankOf(sectionsFields)),
  };
};

export const samplePosts = ({ posts }: ContentSnapshot, { blobs }: Sample) =>
  posts.filter(({ blob }) => blobs.has(blob));

/** Returns the fields that are still the sample's, e.g. `profile-name` or `experiences-0`. */
export const sampleFields = (current: ContentSnapshot, sample: Sample): string[] =>
  Object.entries(withoutSample(current, sample)).flatMap(([name, own]) =>
    differencesOf(current[name as EntityName], own).flatMap(({ field, before }) =>
      hasText(before) ? `${name}-${field}` : [],
    ),
  );

/** Removes what is still of the sample; what was written or changed since stays. */
export const startEmpty =
  (sample: Sample): Command =>
  async (context) => {
    const { current } = context;
    const after = withoutSample(current, sample);
    let changes: Changes = new Map();
    for (const name of Object.keys(ENTITIES) as EntityName[]) {
      const edit = { before: current[name], after: after[name] };
      if (isSame(edit.before, edit.after)) continue;
      changes = new Map([...changes, ...(await jsonChange(context, ENTITIES[name].path, edit))]);
    }
    const posts = samplePosts(current, sample);
    const ids = posts.map(({ id }) => id);
    const unused = current.photos.filter(
      (photo) =>
        sample.blobs.has(photo.blob) &&
        usesOf(namesOf(photo), current).every((use) => 'id' in use && ids.includes(use.id)),
    );
    const deleted = [
      ...(after.site.logo ? [] : [current.site.logo?.path ?? []].flat()),
      ...posts.map(({ path }) => path),
      ...unused.flatMap(({ key }) => [key, photoDetailsPath(key)]),
    ].map((path) => [path, null] as const);
    return { subject: 'Start empty', changes: new Map([...changes, ...deleted]) };
  };
