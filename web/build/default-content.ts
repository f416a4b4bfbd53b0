import { presentContentFiles } from 'content-schema/content-files';
import { excerptOf, readingMinutes } from 'content-schema/markdown';
import { readDefaultContent } from 'fixtures/default-content';
import type { Plugin } from 'vite';

const MODULE = 'virtual:default-content';
const RESOLVED = `\0${MODULE}`;

const defaultContentJson = async (): Promise<string> => {
  const content = presentContentFiles(await readDefaultContent());
  const posts = content.posts.map((post) => ({
    ...post,
    excerpt: excerptOf(post.content),
    minutes: readingMinutes(post.content),
  }));
  return JSON.stringify({ ...content, posts });
};

export const defaultContent = (): Plugin => ({
  name: 'default-content',
  resolveId: (id) => (id === MODULE ? RESOLVED : undefined),
  load: async (id) =>
    id === RESOLVED
      ? `export const defaultContent = JSON.parse(${JSON.stringify(await defaultContentJson())});`
      : undefined,
});
