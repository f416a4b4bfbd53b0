import { readDefaultContent } from 'fixtures/default-content';

const DAY_MS = 24 * 60 * 60 * 1000;

const PARAGRAPH =
  'Every **morning** the *ferry* leaves at `6:00`, and [the harbour](https://example.com) is as quiet as a page before it is written. ';

const CODE = '```ts\nconst tide = (hours: number): number => Math.sin(hours / 2);\n```\n';

/** Returns about `bytes` bytes of Markdown, different for each number. */
const textOf = (number: number, bytes: number): string => {
  const paragraphs = Array.from({ length: Math.ceil(bytes / 500) }, (_, i) =>
    i % 4 === 3 ? CODE : PARAGRAPH.repeat(4),
  );
  return [`Day ${number} at the harbour.`, ...paragraphs].join('\n\n').slice(0, bytes);
};

const postFile = (number: number, bytes: number): string => {
  const createdAt = new Date(Date.UTC(2022, 0, 1) + number * DAY_MS).toISOString();
  const fields = { title: `Post ${number}`, tags: ['Harbour', `Year ${number % 3}`], createdAt };
  const lines = Object.entries(fields).map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
  return `---\n${lines.join('\n')}\n---\n\n${textOf(number, bytes)}\n`;
};

/**
 * The default content with `posts` more posts, `posts/post-1.md` and so on, of about `bytes` bytes
 * each. The last is the newest.
 */
export const sampleContent = async (
  posts: number,
  bytes: number,
): Promise<ReadonlyMap<string, Uint8Array>> =>
  new Map([
    ...(await readDefaultContent()),
    ...Array.from({ length: posts }, (_, i): [string, Uint8Array] => [
      `posts/post-${i + 1}.md`,
      Buffer.from(postFile(i + 1, bytes)),
    ]),
  ]);
