/** Links and pictures of this site, in HTML that was rendered and sanitised, below another path. */

/** A tag with its attributes, each read to its end. */
const TAG = /<(?:a|img|source|video)(?:\s+[\w-]+(?:="[^"]*")?)+\s*\/?>/g;
const ADDRESS = /(\s(?:href|src|poster)=")\/(?!\/)/g;
const SOURCE_SET = /(\ssrcset=")([^"]*)"/;

/** Lets the addresses of this site in a text begin with `base`. */
export const rebaseHtml = (html: string, base: string): string =>
  html.replace(TAG, (tag) =>
    tag
      .replace(ADDRESS, `$1${base}/`)
      .replace(
        SOURCE_SET,
        (_, start: string, set: string) =>
          `${start}${set.replace(/(^|,\s*)\/(?!\/)/g, `$1${base}/`)}"`,
      ),
  );

/** The same in all the derived HTML that a value has. */
export const rebaseFields = <Value>(value: Value, base: string, isHtml = false): Value => {
  const rebased = (): unknown => {
    if (typeof value === 'string') return isHtml ? rebaseHtml(value, base) : value;
    if (Array.isArray(value)) return value.map((it: unknown) => rebaseFields(it, base, isHtml));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, it]: [string, unknown]) => [
        key,
        rebaseFields(it, base, key.endsWith('Html')),
      ]),
    );
  };
  return rebased() as Value;
};
