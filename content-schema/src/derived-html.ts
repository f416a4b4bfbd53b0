import { withHtml, type HtmlOf } from './content-response.ts';
import { experienceFields, type Experience, type ExperienceResponse } from './experience.ts';
import { tryToRender } from './markdown.ts';
import { profileFields, type Profile, type ProfileResponse } from './profile.ts';
import { sectionsFields, type Sections, type SectionsResponse } from './sections.ts';

/** The entities as answers hold them, rendered at once: not for the server, which has workers. */

const htmlOf: HtmlOf = (markdown, shape) => tryToRender(markdown, shape).html;

export const presentProfile = (profile: Profile): ProfileResponse =>
  withHtml(profileFields, profile, htmlOf);

export const presentExperience = (experience: Experience): ExperienceResponse =>
  withHtml(experienceFields, experience, htmlOf);

export const presentSections = (sections: Sections): SectionsResponse =>
  withHtml(sectionsFields, sections, htmlOf);
