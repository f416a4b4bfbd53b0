import type { Field, ValueOf, WithHtml } from '../fields/fields.ts';
import type { MarkdownShape } from '../markdown/markdown.ts';
import { withoutDefaults, type Site, type StoredSite } from '../entities/site.ts';

/** Converts stored entities to responses, with the HTML of their Markdown. */

/** @param name the label of the text's field. */
export const markdownMessages = {
  tooComplex: (name: string) => `This text is too complex to render: ${name}`,
  shownAsWritten: (name: string) =>
    `This text is too complex to render, so its source is shown: ${name}`,
} as const;

/** A Markdown text of an entity. */
export interface MarkdownText {
  /** The path of its field, e.g. `educations.items.0.description`. */
  readonly path: string;
  readonly markdown: string;
  readonly shape: MarkdownShape;
}

/** Returns the HTML of a Markdown text. */
export type HtmlOf = (markdown: string, shape: MarkdownShape) => string;

const isMarkdown = (field: Field): boolean => 'markdown' in field && field.markdown;

const present = (field: Field, value: unknown, htmlOf: HtmlOf): unknown => {
  if (field.kind === 'list') {
    return Array.from(value as unknown[], (it) => present(field.item, it, htmlOf));
  }
  if (field.kind !== 'group' || value === null) return value;
  const result = value as Readonly<Record<string, unknown>>;
  const html = (text: unknown): unknown =>
    Array.isArray(text)
      ? text.map((item) => htmlOf(String(item), 'line'))
      : htmlOf(String(text), 'blocks');
  const entries = Object.entries(field.fields).flatMap(([name, member]) => {
    const own: [string, unknown] = [name, present(member, result[name], htmlOf)];
    return isMarkdown(member) ? [own, [`${name}Html`, html(result[name])]] : [own];
  });
  return Object.fromEntries(entries);
};

/** Returns all Markdown texts of a value. */
export const markdownTextsOf = (field: Field, value: unknown, path = ''): MarkdownText[] => {
  const below = (name: string | number): string => (path === '' ? `${name}` : `${path}.${name}`);
  switch (field.kind) {
    case 'text':
      return field.markdown ? [{ path, markdown: String(value), shape: 'blocks' }] : [];
    case 'texts':
      return field.markdown
        ? (value as unknown[]).map((it) => ({ path, markdown: String(it), shape: 'line' }))
        : [];
    case 'list':
      return (value as unknown[]).flatMap((it, index) =>
        markdownTextsOf(field.item, it, below(index)),
      );
    case 'group':
      return Object.entries(field.fields).flatMap(([name, member]) =>
        value === null
          ? []
          : markdownTextsOf(member, (value as Record<string, unknown>)[name], below(name)),
      );
    case 'flag':
    case 'choice':
      return [];
  }
};

/** Returns a value with the HTML of its Markdown fields, made by `htmlOf`. */
export const withHtml = <F extends Field>(
  field: F,
  value: ValueOf<F>,
  htmlOf: HtmlOf,
): WithHtml<F> => present(field, value, htmlOf) as WithHtml<F>;

/**
 * Returns the site with its logo as a data URL. Without the logo's bytes, the site has no logo and
 * the home button mode is text.
 */
export const presentSite = (stored: StoredSite, logoBase64: string | undefined): Site => {
  const { title, description, logo, showRevisions } = stored;
  const texts = { title, description, showRevisions };
  if (logo === null || logoBase64 === undefined) {
    return withoutDefaults({ ...texts, homeButtonMode: 'text', logo: null });
  }
  const data = `data:${logo.type};base64,${logoBase64}`;
  return withoutDefaults({
    ...texts,
    homeButtonMode: stored.homeButtonMode,
    logo: { data, type: logo.type, alt: logo.alt },
  });
};
