import {
  flag,
  markdown,
  publicGroup,
  requiredGroup,
  text,
  type Rules,
  type ValueOf,
  type WithHtml,
} from '../fields/fields.ts';
import { toWebAddress } from '../text/web-address.ts';

export const profileMessages = {
  locationRequired: 'Location is required when highlights are visible',
  availabilityRequired: 'Availability is required when highlights are visible',
  focusAreasRequired: 'Focus areas are required when highlights are visible',
  linkedin: 'Add a LinkedIn URL or hide the link',
  github: 'Add a GitHub URL or hide the link',
} as const;

const required = { required: true } as const;

export const profileFields = publicGroup({
  name: text('Name'),
  title: text('Title'),
  tagline: text('Tagline', { maxLength: 160 }),
  summary: markdown('Summary'),
  location: text('Location'),
  email: text('Email', { format: 'email' }),
  social: requiredGroup({ linkedin: text('LinkedIn URL'), github: text('GitHub URL') }),
  contactVisibility: requiredGroup({
    email: flag('Show email', required),
    linkedin: flag('Show LinkedIn', required),
    github: flag('Show GitHub', required),
  }),
  highlightsEnabled: flag('Show highlights on the landing page', required),
  availability: requiredGroup({
    value: text('Availability', { limit: 50 }),
    enabled: flag('Show availability'),
  }),
  focusAreas: requiredGroup({
    value: text('Focus areas', { limit: 80 }),
    enabled: flag('Show focus areas'),
  }),
});

export interface Profile extends ValueOf<typeof profileFields> {}
export interface ProfileResponse extends WithHtml<typeof profileFields> {}

export const profileRules: Rules<Profile> = (profile) => {
  const { highlightsEnabled, location, availability, focusAreas } = profile;
  const { contactVisibility, social } = profile;
  const isMissing = (highlight: string): boolean => highlightsEnabled && highlight === '';
  const isDead = (name: keyof typeof social): boolean =>
    contactVisibility[name] && toWebAddress(social[name]) === undefined;
  return [
    [isMissing(location), 'location', profileMessages.locationRequired],
    [isMissing(availability.value), 'availability.value', profileMessages.availabilityRequired],
    [isMissing(focusAreas.value), 'focusAreas.value', profileMessages.focusAreasRequired],
    [isDead('linkedin'), 'social.linkedin', profileMessages.linkedin],
    [isDead('github'), 'social.github', profileMessages.github],
  ];
};

/** Enables exactly the highlights with a value, if highlights are on. */
export const deriveHighlights = (profile: Profile): Profile => {
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
