/** What a save does to posts, by their titles. */
export interface PostChanges {
  readonly created?: readonly string[];
  readonly updated?: readonly string[];
  readonly hidden?: readonly string[];
  readonly shown?: readonly string[];
  readonly deleted?: readonly string[];
}

const VERBS: readonly (readonly [keyof PostChanges, string])[] = [
  ['created', 'Create'],
  ['updated', 'Update'],
  ['hidden', 'Hide'],
  ['shown', 'Show'],
  ['deleted', 'Delete'],
];

const phrase = (verb: string, titles: readonly string[]): string => {
  const [only] = titles;
  return titles.length === 1 ? `${verb} post "${only ?? ''}"` : `${verb} ${titles.length} posts`;
};

/** A commit's subject, e.g. `Create post "Title"` or `Update 2 posts, delete post "Title"`. */
export const changeSubject = (changes: PostChanges): string => {
  const phrases = VERBS.flatMap(([key, verb]) => {
    const titles = changes[key] ?? [];
    return titles.length > 0 ? [phrase(verb, titles)] : [];
  });
  const [first = 'Update posts', ...rest] = phrases;
  return [first, ...rest.map((text) => text.charAt(0).toLowerCase() + text.slice(1))].join(', ');
};
