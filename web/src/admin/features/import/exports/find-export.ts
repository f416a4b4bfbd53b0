import { isBlogger, readBlogger } from './blogger.ts';
import { countedKinds, filesOf, type ChosenFile, type Export } from './exported-post.ts';
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
export const findExports = async <Each extends ChosenFile>(
  files: readonly Each[],
  images: readonly string[],
) => {
  const texts = new Map<Each, string>();
  for (const each of files) texts.set(each, await each.file.text());
  const exports: (ReturnType<typeof filesOf> & { readonly leftOut: readonly string[] })[] = [];
  for (const [isPart, read] of FORMATS) {
    const parts = [...texts].filter(([{ path }, text]) => isPart(text, path));
    for (const [part] of parts) texts.delete(part);
    const [first] = parts;
    if (!first) continue;
    try {
      const exported = read(new Map(parts.map(([{ path }, text]) => [path, text])));
      exports.push({ ...filesOf(exported, images), leftOut: countedKinds(exported.leftOut) });
    } catch (error) {
      const posts = [
        { ...first[0], rejection: error instanceof Error ? error.message : String(error) },
      ];
      exports.push({ posts, leftOut: [], hosts: [] });
    }
  }
  return {
    posts: exports.flatMap(({ posts }) => posts),
    leftOut: exports.flatMap(({ leftOut }) => leftOut),
    hosts: exports.flatMap(({ hosts }) => hosts),
    others: [...texts.keys()],
  };
};
