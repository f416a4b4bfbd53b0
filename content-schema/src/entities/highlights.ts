import type { Profile } from './profile.ts';

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
