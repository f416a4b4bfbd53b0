import * as v from 'valibot';
import { AVAILABILITY_MAX_LENGTH, FOCUS_AREAS_MAX_LENGTH, TAGLINE_MAX_LENGTH } from './limits.ts';
import { rules } from './rule.ts';
import { flag, optionalText, record } from './text.ts';
import { toWebAddress } from './web-address.ts';

export const profileMessages = {
  availabilityLength: `Availability must be ${AVAILABILITY_MAX_LENGTH} characters or fewer`,
  focusAreasLength: `Focus areas must be ${FOCUS_AREAS_MAX_LENGTH} characters or fewer`,
  taglineLength: `Tagline must be ${TAGLINE_MAX_LENGTH} characters or fewer`,
  locationRequired: 'Location is required when highlights are visible',
  availabilityRequired: 'Availability is required when highlights are visible',
  focusAreasRequired: 'Focus areas are required when highlights are visible',
  email: 'Enter a valid email address',
  linkedin: 'Add a LinkedIn URL or hide the link',
  github: 'Add a GitHub URL or hide the link',
} as const;

const emailOrEmpty = () =>
  v.pipe(
    optionalText(),
    v.check(
      (value) => value === '' || v.is(v.pipe(v.string(), v.rfcEmail()), value),
      profileMessages.email,
    ),
  );

const highlight = (maxLength: number, message: string) =>
  record({
    value: v.pipe(optionalText(), v.maxLength(maxLength, message)),
    enabled: v.optional(flag(), false),
  });

/** The fields of a profile, trimmed, whether or not they may be saved together. */
export const profileFields = record({
  name: optionalText(),
  title: optionalText(),
  tagline: v.pipe(optionalText(), v.maxLength(TAGLINE_MAX_LENGTH, profileMessages.taglineLength)),
  summary: optionalText(),
  location: optionalText(),
  email: emailOrEmpty(),
  social: record({ linkedin: optionalText(), github: optionalText() }),
  contactVisibility: record({ email: flag(), linkedin: flag(), github: flag() }),
  highlightsEnabled: flag(),
  availability: highlight(AVAILABILITY_MAX_LENGTH, profileMessages.availabilityLength),
  focusAreas: highlight(FOCUS_AREAS_MAX_LENGTH, profileMessages.focusAreasLength),
});

export type Profile = v.InferOutput<typeof profileFields>;

/** A highlight is enabled exactly when highlights are on and it has a value, whatever was sent. */
const deriveHighlights = (profile: Profile): Profile => {
  const enable = ({ value }: Profile['availability']) => ({
    value,
    enabled: profile.highlightsEnabled && value !== '',
  });
  return {
    ...profile,
    availability: enable(profile.availability),
    focusAreas: enable(profile.focusAreas),
  };
};

/** The profile as it is saved: values trimmed, all messages of the form, highlights derived. */
export const profileSchema = v.pipe(
  profileFields,
  rules<Profile>(
    {
      path: 'location',
      message: profileMessages.locationRequired,
      broken: (profile) => profile.highlightsEnabled && profile.location === '',
    },
    {
      path: 'availability.value',
      message: profileMessages.availabilityRequired,
      broken: (profile) => profile.highlightsEnabled && profile.availability.value === '',
    },
    {
      path: 'focusAreas.value',
      message: profileMessages.focusAreasRequired,
      broken: (profile) => profile.highlightsEnabled && profile.focusAreas.value === '',
    },
    {
      path: 'social.linkedin',
      message: profileMessages.linkedin,
      broken: ({ contactVisibility, social }) =>
        contactVisibility.linkedin && toWebAddress(social.linkedin) === undefined,
    },
    {
      path: 'social.github',
      message: profileMessages.github,
      broken: ({ contactVisibility, social }) =>
        contactVisibility.github && toWebAddress(social.github) === undefined,
    },
  ),
  v.transform(deriveHighlights),
);
