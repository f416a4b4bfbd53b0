import {
  fieldName,
  inPath,
  isMarkdown,
  labelsOf,
  type Field,
  type ValueOf,
  type WithHtml,
} from '../fields/fields.ts';
import type { MarkdownShape } from '../markdown/too-complex.ts';
import { withoutDefaults, type Site, type StoredSite } from '../entities/site.ts';

/** Converts stored entities to responses, with the HTML of their Markdown. */

/** @param name the label of the text's field. */
export const markdownMessages = {
  tooComplex: (name: string) => `This text is too complex to render: ${name}`,
  shownAsWritten: (name: string) =>
    `This text is too complex to render, so its source is shown: ${name}`,
} as const;

export interface MarkdownText {
  /** The path of its field, e.g. `educations.items.0.description`. */
  readonly path: string;
  /** The label of its field. */
  readonly name: string;
  readonly markdown: string;
  readonly shape: MarkdownShape;
}

type HtmlOf = (text: Omit<MarkdownText, 'name'>) => string;

const present = (field: Field, value: unknown, htmlOf: HtmlOf, path = ''): unknown => {
  if (field.kind === 'list') {
    return (value as unknown[]).map((item, index) =>
      present(field.item, item, htmlOf, inPath(path, index)),
    );
  }
  if (field.kind !== 'group' || value === null) return value;
  const values = value as Readonly<Record<string, unknown>>;
  const html = (own: unknown, ownPath: string): unknown =>
    Array.isArray(own)
      ? own.map((line) => htmlOf({ path: ownPath, markdown: String(line), shape: 'line' }))
      : htmlOf({ path: ownPath, markdown: String(own), shape: 'blocks' });
  const entries = Object.entries(field.fields).flatMap(([name, member]) => {
    if (values[name] === undefined) return [];
    const ownPath = inPath(path, name);
    const own: [string, unknown] = [name, present(member, values[name], htmlOf, ownPath)];
    return isMarkdown(member) ? [own, [`${name}Html`, html(values[name], ownPath)]] : [own];
  });
  return Object.fromEntries(entries);
};

/** Returns a value with the HTML of its Markdown fields, made by `htmlOf`. */
export const withHtml = <F extends Field>(
  field: F,
  value: ValueOf<F>,
  htmlOf: HtmlOf,
): WithHtml<F> => present(field, value, htmlOf) as WithHtml<F>;

export const markdownTextsOf = (field: Field, value: unknown): MarkdownText[] => {
  const names = labelsOf(field);
  const texts: MarkdownText[] = [];
  present(field, value, (text) => {
    texts.push({ ...text, name: fieldName(names, text.path) });
    return '';
  });
  return texts;
};

/** The logo becomes a data URL; without its bytes, the home button is text. */
export const presentSite = (stored: StoredSite, logoBase64: string | undefined): Site => {
  const { logo } = stored;
  if (logo === null || logoBase64 === undefined) {
    return withoutDefaults({ ...stored, homeButtonMode: 'text', logo: null });
  }
  const data = `data:${logo.type};base64,${logoBase64}`;
  return withoutDefaults({ ...stored, logo: { data, type: logo.type, alt: logo.alt } });
};
