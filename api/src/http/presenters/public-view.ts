import {
  visibleContacts,
  type EducationResponse,
  type SiteShell,
  type Profile,
  type ProfileResponse,
  type SectionsResponse,
} from 'content-schema';

/** What a visitor may know of the content: nothing that the site doesn't show. */

const publicHighlight = ({ value, enabled }: Profile['availability'], shown: boolean) =>
  shown && enabled ? { value, enabled } : { value: '', enabled: false };

const publicProfile = (profile: ProfileResponse): ProfileResponse => {
  const { highlightsEnabled, contactVisibility, social } = profile;
  const contacts = visibleContacts(profile);
  return {
    name: profile.name,
    title: profile.title,
    tagline: profile.tagline,
    summary: profile.summary,
    summaryHtml: profile.summaryHtml,
    location: highlightsEnabled ? profile.location : '',
    email: contacts.email ?? '',
    social: {
      linkedin: contacts.linkedin === undefined ? '' : social.linkedin,
      github: contacts.github === undefined ? '' : social.github,
    },
    contactVisibility,
    highlightsEnabled,
    availability: publicHighlight(profile.availability, highlightsEnabled),
    focusAreas: publicHighlight(profile.focusAreas, highlightsEnabled),
  };
};

const shownItems = <Item>({ visible, items }: { visible: boolean; items: Item[] }) => ({
  visible,
  items: visible ? items : [],
});

const publicSections = (sections: SectionsResponse): SectionsResponse => ({
  contact: sections.contact,
  experiencesPage: sections.experiencesPage,
  educations: shownItems<EducationResponse>(sections.educations),
  programmingLanguages: shownItems(sections.programmingLanguages),
  languagesSpoken: shownItems(sections.languagesSpoken),
  achievements: {
    ...shownItems(sections.achievements),
    itemsHtml: sections.achievements.visible ? sections.achievements.itemsHtml : [],
  },
});

export const publicShell = (shell: SiteShell): SiteShell => ({
  site: shell.site,
  profile: publicProfile(shell.profile),
  experiences: shell.experiences,
  sections: publicSections(shell.sections),
});
