import {
  blankOf,
  deriveHighlights,
  hasText,
  photoDetailsPath,
  profileFields,
  sectionsFields,
  type Profile,
} from 'content-schema';
import { isSame, mergeValues, type Decide } from 'content-schema/merge';
import { namesOf, usesOf } from '../../core/reading/photo-uses.ts';
import { ENTITIES } from '../../core/reading/entities.ts';
import { jsonChange, type Change, type Command } from '../../core/saving/save-command.ts';
import { hasSampleLogo, isSampleJob, type Sample } from './checklist.ts';

/** The paragraphs of an edited text that the sample's text lacks. */
const ownText: Decide = ({ base, theirs }) => {
  if (typeof base !== 'string' || typeof theirs !== 'string') return theirs;
  const lines = base.split('\n').filter(hasText);
  const own = theirs.split('\n').filter((line) => !lines.includes(line));
  return own.join('\n').trim();
};

/** Hides links and highlights without a text, which the forms would refuse. */
const withoutDeadFlags = (profile: Profile): Profile => {
  const { social, contactVisibility: shown, location, availability, focusAreas } = profile;
  const { linkedin, github } = social;
  const highlights = [location, availability.value, focusAreas.value];
  return deriveHighlights({
    ...profile,
    highlightsEnabled: profile.highlightsEnabled && highlights.every(hasText),
    contactVisibility: {
      ...shown,
      linkedin: shown.linkedin && hasText(linkedin),
      github: shown.github && hasText(github),
    },
  });
};

/** Removes what is still of the sample; what was written or changed since stays. */
export const startEmpty =
  (sample: Sample): Command =>
  async (context): Promise<Change> => {
    const { current } = context;
    const { site, profile, experiences, posts, photos } = current;
    const keep = <Value>(before: Value, now: Value, empty: Value): Value =>
      mergeValues(before, now, empty, ownText).value;
    const { title, description } = keep(sample.site, site, { ...site, title: '', description: '' });
    const { contactVisibility, highlightsEnabled } = profile;
    const emptyProfile = { ...blankOf(profileFields), contactVisibility, highlightsEnabled };
    const kept = {
      site: {
        ...{ ...site, title, description },
        ...(hasSampleLogo(current, sample) && { logo: null, homeButtonMode: 'text' }),
      },
      profile: withoutDeadFlags(keep(sample.profile, profile, emptyProfile)),
      experiences: experiences.filter((job) => !isSampleJob(job, sample)),
      sections: keep(sample.sections, current.sections, blankOf(sectionsFields)),
    };
    const written = await Promise.all(
      (['site', 'profile', 'experiences', 'sections'] as const).map(async (name) => {
        const edit = { before: current[name], after: kept[name] };
        if (isSame(edit.before, edit.after)) return [];
        return [...(await jsonChange(context, ENTITIES[name].path, edit))];
      }),
    );
    const gone = posts.filter(({ blob }) => sample.blobs.has(blob));
    const ids = new Set(gone.map(({ id }) => id));
    const unused = photos.filter(
      (photo) =>
        sample.blobs.has(photo.blob) &&
        usesOf(namesOf(photo), current).every((use) => 'id' in use && ids.has(use.id)),
    );
    const deleted = [
      ...(kept.site.logo === site.logo ? [] : [site.logo?.path ?? '']),
      ...gone.map(({ path }) => path),
      ...unused.flatMap(({ key }) => [key, photoDetailsPath(key)]),
    ];
    return {
      subject: 'Start empty',
      changes: new Map([...written.flat(), ...deleted.map((path) => [path, null] as const)]),
    };
  };
