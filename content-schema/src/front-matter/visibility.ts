/** The keys by which site generators leave a post out of the site. */

/** What a key says when the post is hidden and when it is shown; undefined if it is left out then. */
type Values = readonly [hidden: string | boolean, shown: string | boolean | undefined];

const FLAG: Values = [true, false];
const OPPOSITE: Values = [false, true];

/** Ours first, then those of other site generators. */
const KEYS: Readonly<Record<string, Values>> = {
  hidden: FLAG,
  draft: FLAG,
  published: OPPOSITE,
  isDraft: FLAG,
  isPublished: OPPOSITE,
  is_published: OPPOSITE,
  archived: FLAG,
  routable: OPPOSITE,
  'params.draft': FLAG,
  private: FLAG,
  unlisted: FLAG,
  headless: FLAG,
  eleventyExcludeFromCollections: FLAG,
  publish: OPPOSITE,
  render: OPPOSITE,
  status: ['draft', 'published'],
  visibility: ['private', 'public'],
  '_build.render': ['never', 'always'],
  'build.render': ['never', 'always'],
  permalink: [false, undefined],
  password: [true, undefined],
};

export const VISIBILITY_KEYS = Object.keys(KEYS);

const SHOWN_WORDS = ['published', 'public', 'publish', 'always', 'true'];
const HIDDEN_WORDS = [
  ...['draft', 'private', 'hidden', 'unlisted', 'unpublished', 'scheduled', 'future', 'pending'],
  ...['archived', 'trash', 'password', 'never', 'link', 'false'],
];

const valuesOf = (key: string): Values => {
  const name = VISIBILITY_KEYS.find((own) => own.toLowerCase() === key.toLowerCase());
  return KEYS[name ?? 'hidden'] ?? FLAG;
};

/** Returns the value under `key` that hides or shows a post; undefined if the key must go. */
export const visibilityValue = (key: string, hidden: boolean): string | boolean | undefined =>
  valuesOf(key)[hidden ? 0 : 1];

/** Returns the keys that hide a post if it had none: Eleventy goes on listing one without a page. */
export const hidingKeys = (key: string): readonly string[] =>
  key === 'permalink' ? [key, 'eleventyExcludeFromCollections'] : [key];

/** Whether `key` has words such as `draft` instead of a boolean. */
export const isWordKey = (key: string): boolean => typeof valuesOf(key)[0] === 'string';

/** Parses a boolean, also `yes` and `on`, which are booleans in YAML 1.1. */
const flagOf = (text: string): boolean | undefined => {
  if (['true', 'yes', 'on'].includes(text)) return true;
  return ['false', 'no', 'off'].includes(text) ? false : undefined;
};

/** Whether a post is hidden by this text under `key`; undefined if that is unclear. */
export const isHiddenBy = (key: string, value: string): boolean | undefined => {
  const text = value.trim().toLowerCase();
  const [hidden, shown] = valuesOf(key);
  const flag = flagOf(text);
  if (shown === undefined) return hidden === true ? text !== '' && flag !== false : flag === false;
  if (typeof hidden === 'boolean') return flag === undefined ? undefined : flag === hidden;
  if (SHOWN_WORDS.includes(text)) return false;
  return HIDDEN_WORDS.includes(text) ? true : undefined;
};
