import {
  experiencesFields,
  profileFields,
  resumeSections,
  sectionsFields,
  shownSections,
  siteFields,
  visibleContacts,
  visibleHighlights,
  type SiteShell,
  type Profile,
  type ProfileResponse,
  type ResumeSectionName,
  type SectionsResponse,
} from 'content-schema';
import { shownValue } from 'content-schema/fields';

export type Audience = 'administrator' | 'visitor';

const publicHighlight = (value: string): Profile['availability'] => ({
  value,
  enabled: value !== '',
});

const publicProfile = (profile: ProfileResponse): ProfileResponse => {
  const { social } = profile;
  const contacts = visibleContacts(profile);
  const highlights = visibleHighlights(profile);
  return {
    ...shownValue(profileFields, profile),
    location: highlights.location,
    email: contacts.email ?? '',
    social: {
      linkedin: contacts.linkedin === undefined ? '' : social.linkedin,
      github: contacts.github === undefined ? '' : social.github,
    },
    availability: publicHighlight(highlights.availability),
    focusAreas: publicHighlight(highlights.focusAreas),
  };
};

/** Hides the items of sections that no page shows, and such optional sections entirely. */
const publicSections = (sections: SectionsResponse): SectionsResponse => {
  const shown: readonly string[] = ['contact', ...shownSections(sections)];
  const entries = Object.entries(sections).flatMap(([name, section]: [string, object]) => {
    if (shown.includes(name)) return [[name, section]];
    const hidden = Object.keys(section).map((key) => [key, key === 'visible' ? false : []]);
    const isOptional = 'optional' in resumeSections[name as ResumeSectionName];
    return isOptional ? [] : [[name, Object.fromEntries(hidden)]];
  });
  return Object.fromEntries(entries) as SectionsResponse;
};

export const publicShell = (shell: SiteShell): SiteShell => ({
  site: shownValue(siteFields, shell.site),
  profile: publicProfile(shell.profile),
  experiences: shownValue(experiencesFields, shell.experiences),
  sections: shownValue(sectionsFields, publicSections(shell.sections)),
});
