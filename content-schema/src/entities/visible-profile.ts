/** What visitors see of a profile, apart from its fields to keep their download small. */
import { withoutUndefined } from '../plain-object.ts';
import type { Profile } from './profile.ts';
import { toWebAddress } from '../text/web-address.ts';

/** Returns the contacts that visitors see: the email as written, the others as http(s) URLs. */
export const visibleContacts = (
  profile: Pick<Profile, 'email' | 'social' | 'contactVisibility'>,
) => {
  const { email, social, contactVisibility: visible } = profile;
  return withoutUndefined({
    email: visible.email && email !== '' ? email : undefined,
    linkedin: visible.linkedin ? toWebAddress(social.linkedin) : undefined,
    github: visible.github ? toWebAddress(social.github) : undefined,
  });
};

/** Returns the first name; empty if there is no name. */
export const firstName = (profile: Pick<Profile, 'name'>): string =>
  profile.name.trim().split(/\s+/)[0] ?? '';

type Highlights = Pick<Profile, 'highlightsEnabled' | 'location' | 'availability' | 'focusAreas'>;

/**
 * Returns the visible highlights: those with a value, while highlights are on. A save enables
 * exactly these; one that was disabled by hand stays hidden until then. Hidden ones are empty.
 */
export const visibleHighlights = (highlights: Highlights) => {
  const { highlightsEnabled, location, availability, focusAreas } = highlights;
  const shown = (value: string, enabled = true): string =>
    highlightsEnabled && enabled && value.trim() !== '' ? value : '';
  return {
    location: shown(location),
    availability: shown(availability.value, availability.enabled),
    focusAreas: shown(focusAreas.value, focusAreas.enabled),
  };
};
