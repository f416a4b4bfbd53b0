import { isBlogger, readBlogger } from './blogger.ts';
import { countedKinds, filesOf, type Export, type ImportedFile } from './exported-post.ts';
import { isGhost, readGhost } from './ghost.ts';
import { isMedium, readMedium } from './medium.ts';
import { isSubstack, readSubstack } from './substack.ts';
import { isWordPress, readWordPress } from './wordpress.ts';

/**
 * The exports of other programs: whether a text is a part of one, by its content and path, and what
 * the parts are together, by path.
 */
const FORMATS: readonly (readonly [
  isPart: (text: string, path: string) => boolean,
  read: (parts: ReadonlyMap<string, string>) => Export,
])[] = [
  [isGhost, readGhost],
  [isWordPress, readWordPress],
  [isSubstack, readSubstack],
  [isMedium, readMedium],
  [isBlogger, readBlogger],
];

/**
 * Converts the exports among the files to posts. `images` are the paths of the chosen pictures;
 * `others` are the files that are no part of an export.
 */
export const findExports = async <File extends ImportedFile>(
  files: readonly File[],
  images: readonly string[],
) => {
  const texts = new Map<File, string>();
  for (const each of files) texts.set(each, await each.file.text());
  const exports = { posts: [] as ImportedFile[], leftOut: [] as string[], hosts: [] as string[] };
  for (const [isPart, read] of FORMATS) {
    const parts = [...texts].filter(([{ path }, text]) => isPart(text, path));
    for (const [part] of parts) texts.delete(part);
    const [first] = parts;
    try {
      const exported = read(new Map(parts.map(([{ path }, text]) => [path, text])));
      const converted = filesOf(exported, images);
      exports.posts.push(...converted.posts);
      exports.hosts.push(...converted.hosts);
      exports.leftOut.push(...countedKinds(exported.leftOut));
    } catch (error) {
      const rejection = error instanceof Error ? error.message : String(error);
      if (first) exports.posts.push({ ...first[0], rejection });
    }
  }
  const { hosts, ...rest } = exports;
  return { ...rest, ...(hosts.length > 0 && { hosts }), others: [...texts.keys()] };
};
