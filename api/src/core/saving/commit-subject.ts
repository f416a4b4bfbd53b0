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

/** For example `1 post` or `12 posts`. */
export const counted = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Verbs with the names of the changed items. */
export type ChangesByVerb = readonly (readonly [verb: string, names: readonly string[]])[];

const phrase = (verb: string, kind: string, names: readonly string[]): string => {
  const [only] = names;
  return names.length === 1
    ? `${verb} ${kind} "${only ?? ''}"`
    : `${verb} ${names.length} ${kind}s`;
};

/**
 * Returns a commit's subject, e.g. `Create post "Title"` or `Update 2 posts, delete post "Title"`;
 * undefined without changes. `kind` is the singular noun of the items.
 */
export const subjectOfChanges = (kind: string, changes: ChangesByVerb): string | undefined => {
  const phrases = changes
    .filter(([, names]) => names.length > 0)
    .map(([verb, names]) => phrase(verb, kind, names));
  const [first, ...rest] = phrases;
  if (first === undefined) return undefined;
  return [first, ...rest.map((text) => text.charAt(0).toLowerCase() + text.slice(1))].join(', ');
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

const UPLOAD = 'Upload ';

/**
 * Joins the subjects of the parts of a commit, e.g. `Update profile: tagline; section copy` or
 * `Create post "Title" with 2 photos`.
 */
export const joinSubjects = (first: string, ...rest: readonly string[]): string =>
  rest.reduce((joined, subject) => {
    if (subject.startsWith(UPLOAD)) return `${joined} with ${subject.slice(UPLOAD.length)}`;
    const verb = `${first.split(' ', 1)[0] ?? ''} `;
    const next = subject.startsWith(verb)
      ? subject.slice(verb.length)
      : subject.charAt(0).toLowerCase() + subject.slice(1);
    return `${joined}; ${next}`;
  }, first);
