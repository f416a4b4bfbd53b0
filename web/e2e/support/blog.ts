/** The front matter of a test's post. */
interface PostFields {
  readonly title?: string;
  readonly tags?: readonly string[];
  readonly hidden?: boolean;
  readonly createdAt?: string;
  readonly updatedAt?: string;
}

/** Returns the file of a post in a content repository. */
export const postFile = (fields: PostFields, text = 'Some text.'): string => {
  const lines = Object.entries(fields).map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
  return `---\n${lines.join('\n')}\n---\n\n${text}\n`;
};

const DAY_MS = 24 * 60 * 60 * 1000;

/** Creates posts named `Post 1` and so on, a day apart; the last is the newest. */
export const manyPosts = (count: number, tags: readonly string[] = []): Record<string, string> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => {
      const createdAt = new Date(Date.UTC(2024, 0, 1) + index * DAY_MS).toISOString();
      return [`posts/p${index + 1}.md`, postFile({ title: `Post ${index + 1}`, tags, createdAt })];
    }),
  );

/** Texts that are hard to lay out. */
export const EXTREME = {
  title: 'A very long title, such as nobody should write. '.repeat(5).slice(0, 200),
  word: 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerk'.repeat(6),
  tags: Array.from({ length: 40 }, (_, index) => `Tag number ${index + 1}`),
  rightToLeft: 'ما علّمتني إياه الحافلة الليلية عن الطوابير',
} as const;
