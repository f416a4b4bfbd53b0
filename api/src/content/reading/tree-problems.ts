import { isContentPath, type Problem, type StoredSite } from 'content-schema';
import type { Tree } from '../../git-store/git-store.ts';
import type { PhotoFile } from '../../photos/photo.ts';

/** Finds the problems of a commit's files that show in their names and sizes. */

const UNREAD_POST = /^posts\/.+\.(?:md|mdx|markdown)$/i;
const POST_IN_FOLDER = /^posts\/[^/]+\/./;

const namingProblem = (path: string): string | undefined => {
  if (!UNREAD_POST.test(path)) return undefined;
  if (POST_IN_FOLDER.test(path)) {
    return 'It is in a folder of posts/ and is not shown: posts must be directly in posts/';
  }
  return path.endsWith('.md') ? undefined : 'It is not shown: the names of posts end with .md';
};

const CONTENT_FOLDER = /^(?:posts|photos|assets)(?:\/|$)/;

const LINK_PROBLEM = 'It is a symbolic link or a submodule, which is not followed';

const linkProblems = (links: readonly string[]): Problem[] =>
  links
    .filter((path) => isContentPath(path) || CONTENT_FOLDER.test(path))
    .map((path) => ({ path, message: LINK_PROBLEM, readOnly: true }));

/**
 * Returns a problem for each path that equals another one on a case-insensitive file system, as on
 * Windows and macOS.
 */
const caseConflictProblems = (paths: readonly string[]): Problem[] => {
  const first = new Map<string, string>();
  return paths.flatMap((path): Problem[] => {
    const folded = path.toLowerCase();
    const other = first.get(folded);
    if (other === undefined) {
      first.set(folded, path);
      return [];
    }
    if (!isContentPath(path) && !isContentPath(other)) return [];
    return [{ path, message: `Its name differs from ${other} by case only` }];
  });
};

const logoProblem = (tree: Tree, { logo }: StoredSite): Problem[] =>
  logo && !tree.has(logo.path)
    ? [{ path: logo.path, message: 'The logo that site.json refers to does not exist' }]
    : [];

/** Returns the problems of file names, alone and in combination. */
export const nameProblems = (tree: Tree): Problem[] => {
  const paths = [...tree.keys()];
  return [
    ...paths.flatMap((path): Problem[] => {
      const message = namingProblem(path);
      return message === undefined ? [] : [{ path, message }];
    }),
    ...caseConflictProblems(paths),
  ];
};

interface TreeContent {
  readonly site: StoredSite;
  readonly photos: readonly PhotoFile[];
  readonly links: readonly string[];
  /** The result of `nameProblems` for the tree. */
  readonly names: readonly Problem[];
}

export const treeProblems = (
  tree: Tree,
  { site, photos, links, names }: TreeContent,
): Problem[] => [
  ...linkProblems(links),
  ...logoProblem(tree, site),
  ...names,
  ...photos
    .filter(({ size }) => size === 0)
    .map(({ key }) => ({ path: key, message: "It is empty or can't be read" })),
];
