interface SamplePost {
  readonly title: string;
  readonly tags?: readonly string[];
  readonly hidden?: boolean;
  readonly createdAt?: string;
  readonly content?: string;
}

/** A post as its file in a content repository. */
export const postFile = ({
  title,
  tags = [],
  hidden = false,
  createdAt = '2026-01-31T12:00:00.000Z',
  content = `Text of ${title}.`,
}: SamplePost): string =>
  [
    '---',
    `title: ${title}`,
    `tags: [${tags.join(', ')}]`,
    `hidden: ${String(hidden)}`,
    `createdAt: ${createdAt}`,
    '---',
    '',
    content,
    '',
  ].join('\n');

/** As many posts as a list of several pages needs, the first the newest. */
export const manyPosts = (count: number): Record<string, string> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `posts/post-${index + 1}.md`,
      postFile({
        title: `Post ${index + 1}`,
        createdAt: new Date(Date.UTC(2026, 0, 60 - index)).toISOString(),
      }),
    ]),
  );
