import { experienceFields, type Experience, type ExperienceResponse } from './experience.ts';
import type { Field, ValueOf, WithHtml } from './fields.ts';
import { renderInlineMarkdown, renderMarkdown } from './markdown.ts';
import { profileFields, type Profile, type ProfileResponse } from './profile.ts';
import { sectionsFields, type Sections, type SectionsResponse } from './sections.ts';

/** The entities as answers hold them: with the HTML of their Markdown beside it. */

const htmlOf = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map((item) => renderInlineMarkdown(String(item)))
    : renderMarkdown(String(value));

const present = (field: Field, value: unknown): unknown => {
  if (field.kind === 'list') return Array.from(value as unknown[], (it) => present(field.item, it));
  if (field.kind !== 'group' || value === null) return value;
  const found = value as Readonly<Record<string, unknown>>;
  const entries = Object.entries(field.fields).flatMap(([name, member]) => {
    const own: [string, unknown] = [name, present(member, found[name])];
    const isMarkdown = 'markdown' in member && member.markdown;
    return isMarkdown ? [own, [`${name}Html`, htmlOf(found[name])]] : [own];
  });
  return Object.fromEntries(entries);
};

/** A value with the HTML of its Markdown fields beside them. */
const withHtml = <F extends Field>(field: F, value: ValueOf<F>): WithHtml<F> =>
  present(field, value) as WithHtml<F>;

export const presentProfile = (profile: Profile): ProfileResponse =>
  withHtml(profileFields, profile);

export const presentExperience = (experience: Experience): ExperienceResponse =>
  withHtml(experienceFields, experience);

export const presentSections = (sections: Sections): SectionsResponse =>
  withHtml(sectionsFields, sections);
