import { withHtml, type HtmlOf } from './content-response.ts';
import {
  experienceFields,
  type Experience,
  type ExperienceResponse,
} from '../entities/experience.ts';
import { tryToRender } from '../markdown/markdown.ts';
import { profileFields, type Profile, type ProfileResponse } from '../entities/profile.ts';
import { sectionsFields, type Sections, type SectionsResponse } from '../entities/sections.ts';

/**
 * Entities as in responses, with Markdown rendered synchronously; the server uses workers instead.
 */

const htmlOf: HtmlOf = (markdown, shape) => tryToRender(markdown, shape).html;

export const presentProfile = (profile: Profile): ProfileResponse =>
  withHtml(profileFields, profile, htmlOf);

export const presentExperience = (experience: Experience): ExperienceResponse =>
  withHtml(experienceFields, experience, htmlOf);

export const presentSections = (sections: Sections): SectionsResponse =>
  withHtml(sectionsFields, sections, htmlOf);
