import type { CommitKind } from 'content-schema';

/** GitHub truncates longer subjects in lists. */
export const SUBJECT_MAX_LENGTH = 72;

/** Splits a text into what readers see as single characters. */
export const charactersOf = (text: string): string[] =>
  Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);

/** Cuts a text to a number of characters, the last of which is `…` if it was longer. */
export const shorten = (text: string, most = SUBJECT_MAX_LENGTH): string => {
  const characters = charactersOf(text);
  if (characters.length <= most) return text;
  return `${characters
    .slice(0, most - 1)
    .join('')
    .trimEnd()}…`;
};

const dateAndTime = new Intl.DateTimeFormat('en-GB', {
  ...{ dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' },
});

/** Returns a time in milliseconds in words, e.g. `1 December 2026 at 09:00 UTC`. */
export const utcTime = (time: number): string => `${dateAndTime.format(time)} UTC`;

/** What a change did, for people and as data. */
export interface ChangeSummary {
  /** In the imperative, e.g. `Update profile`. */
  readonly subject: string;
  /** The subject in a commit with other changes, if it is shorter, e.g. `Update site: title`. */
  readonly shortSubject?: string;
  readonly kind?: CommitKind;
}

/** Returns the words of a kind, e.g. `Update profile`, `Hide post "Title"` or `Undo "Subject"`. */
export const phraseOf = ({ verb, noun, name }: CommitKind): string =>
  [verb, noun, name === undefined ? undefined : `"${name}"`]
    .filter((word) => word !== undefined)
    .join(' ');

/** Verbs with the names of the changed items. */
export type ChangesByVerb = readonly (readonly [verb: string, names: readonly string[]])[];

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** Returns what happened to items that have this noun; the kind has only the verb if they are many. */
export const summaryOf = (
  verb: string,
  noun: string,
  [name = '', ...others]: readonly string[],
): Required<Pick<ChangeSummary, 'subject' | 'kind'>> => {
  const kind = { verb, noun, name };
  return others.length === 0
    ? { subject: phraseOf(kind), kind }
    : { subject: `${verb} ${others.length + 1} ${noun}s`, kind: { verb } };
};

/**
 * Summarizes changes, e.g. as `Create post "Title"` or `Update 2 posts, delete post "Title"`;
 * undefined without changes. `noun` is the singular of the items.
 */
export const summaryOfChanges = (
  noun: string,
  changes: ChangesByVerb,
): ChangeSummary | undefined => {
  const [first, ...rest] = changes
    .filter(([, names]) => names.length > 0)
    .map(([verb, names]) => summaryOf(verb, noun, names));
  if (!first || rest.length === 0) return first;
  const others = rest.map(({ subject }) => lowerFirst(subject));
  return { subject: [first.subject, ...others].join(', '), kind: { verb: first.kind.verb } };
};

/**
 * Returns the subject with the changed fields, e.g. `Update profile: tagline, email`. Fields that
 * don't fit are counted, e.g. `Update profile: tagline, email and 3 more`.
 */
export const detailedSubject = (subject: string, details: readonly string[]): string => {
  const names = [...new Set(details)];
  for (let announced = names.length; announced > 0; announced -= 1) {
    const more = names.length - announced;
    const list = names.slice(0, announced).join(', ');
    const detailed = `${subject}: ${list}${more > 0 ? ` and ${more} more` : ''}`;
    if (charactersOf(detailed).length <= SUBJECT_MAX_LENGTH) return detailed;
  }
  return subject;
};

/**
 * Joins the summaries of the changes of a commit, e.g. as `Update profile: tagline; section copy` or
 * `Create post "Title" with 2 photos`. Photos belong to the rest, and don't change its kind.
 */
export const joinSummaries = (
  first: ChangeSummary,
  ...rest: readonly ChangeSummary[]
): ChangeSummary => {
  const { kind } = first;
  if (rest.length === 0) return first;
  const isUpload = (other: ChangeSummary) => other.kind?.verb === 'Upload';
  const subject = rest.reduce((joined, other) => {
    const text = other.shortSubject ?? other.subject;
    if (isUpload(other)) return `${joined} with ${text.slice('Upload '.length)}`;
    const hasSameVerb = kind && other.kind?.verb === kind.verb;
    return `${joined}; ${hasSameVerb ? text.slice(kind.verb.length + 1) : lowerFirst(text)}`;
  }, first.shortSubject ?? first.subject);
  return { subject, ...(kind && { kind: rest.every(isUpload) ? kind : { verb: kind.verb } }) };
};
