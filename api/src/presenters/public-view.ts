import {
  RESUME_SECTION_NAMES,
  visibleContacts,
  visibleHighlights,
  type ResumeSectionName,
  type SiteShell,
  type Profile,
  type ProfileResponse,
  type SectionsResponse,
} from 'content-schema';

/** The administrator sees everything, a visitor what the site shows. */
export type Audience = 'administrator' | 'visitor';

/** Removes everything from the content that the site doesn't show to visitors. */

const publicHighlight = (value: string): Profile['availability'] => ({
  value,
  enabled: value !== '',
});

const publicProfile = (profile: ProfileResponse): ProfileResponse => {
  const { highlightsEnabled, contactVisibility, social } = profile;
  const contacts = visibleContacts(profile);
  const highlights = visibleHighlights(profile);
  return {
    name: profile.name,
    title: profile.title,
    tagline: profile.tagline,
    summary: profile.summary,
    summaryHtml: profile.summaryHtml,
    location: highlights.location,
    email: contacts.email ?? '',
    social: {
      linkedin: contacts.linkedin === undefined ? '' : social.linkedin,
      github: contacts.github === undefined ? '' : social.github,
    },
    contactVisibility,
    highlightsEnabled,
    availability: publicHighlight(highlights.availability),
    focusAreas: publicHighlight(highlights.focusAreas),
  };
};

/** Returns the section, without items if it is not visible. */
const publicSection = <Section extends { readonly visible: boolean }>(section: Section): Section =>
  section.visible
    ? section
    : (Object.fromEntries(
        Object.keys(section).map((key) => [key, key === 'visible' ? false : []]),
      ) as Section);

type ResumeSections = Pick<SectionsResponse, ResumeSectionName>;

const publicSections = (sections: SectionsResponse): SectionsResponse => ({
  contact: sections.contact,
  ...(Object.fromEntries(
    RESUME_SECTION_NAMES.map((name) => [name, publicSection(sections[name])]),
  ) as ResumeSections),
});

export const publicShell = (shell: SiteShell): SiteShell => ({
  site: shell.site,
  profile: publicProfile(shell.profile),
  experiences: shell.experiences,
  sections: publicSections(shell.sections),
});
