import {
  isContentPath,
  MARKDOWN_FILE,
  NO_POST,
  postIdOf,
  type Problem,
  type StoredSite,
  counted,
} from 'content-schema';
import type { Tree } from '../git-store/git-store.ts';
import type { ContentSnapshot } from './snapshot.ts';

/** Finds the problems of a commit's files that show in their names and sizes. */

const UNREAD = /^(posts|pages)\/.+\.(?:md|mdx|markdown)$/i;
const IN_FOLDER = /^[^/]+\/[^/]+\/./;

const namingProblem = (path: string): string | undefined => {
  const [, folder] = UNREAD.exec(path) ?? [];
  if (folder === undefined || postIdOf(path) !== undefined) return undefined;
  if (IN_FOLDER.test(path)) {
    return `It is in a folder of ${folder}/ and is not shown: ${folder} must be directly in ${folder}/`;
  }
  if (!path.endsWith('.md')) return `It is not shown: the names of ${folder} end with .md`;
  const address = path.slice(folder.length, -'.md'.length);
  return folder === 'pages'
    ? `It is not shown: ${address} may be an address of the site`
    : undefined;
};

/** Folders of drafts, and of what is no text of the site. */
const NO_POSTS =
  /^[^/]*$|^(?:posts|pages|photos|assets)\/|(?:^|\/)(?:\.[^/]*|_(?!posts\/)[^/]*|drafts|node_modules|vendor)\//;

/** Reports posts of another site generator if they are more than the posts of this site. */
const elsewhereProblem = (paths: readonly string[]): Problem[] => {
  const [path, ...others] = paths.filter(
    (each) => MARKDOWN_FILE.test(each) && !NO_POSTS.test(each) && !NO_POST.test(each),
  );
  const shown = paths.filter((each) => postIdOf(each) !== undefined);
  if (path === undefined || others.length < shown.length) return [];
  const also = others.length === 0 ? '' : `, like ${counted(others.length, 'other file')}`;
  return [{ path, message: `It is not shown${also}: posts lie in posts/` }];
};

const CONTENT_FOLDER = /^(?:posts|pages|photos|assets)(?:\/|$)/;

const LINK_PROBLEM = 'It is a symbolic link or a submodule, which is not followed';

const linkProblems = (links: readonly string[]): Problem[] =>
  links
    .filter((path) => isContentPath(path) || CONTENT_FOLDER.test(path))
    .map((path) => ({ path, message: LINK_PROBLEM, readOnly: true }));

/** Returns a problem for each path that equals another one on Windows or macOS. */
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

export const nameProblems = (tree: Tree): Problem[] => {
  const paths = [...tree.keys()];
  return [
    ...paths.flatMap((path): Problem[] => {
      const message = namingProblem(path);
      return message === undefined ? [] : [{ path, message }];
    }),
    ...caseConflictProblems(paths),
    ...elsewhereProblem(paths),
  ];
};

/** Returns all problems of a tree; `names` are those of `nameProblems`. */
export const treeProblems = (
  { tree, site, photos, links }: Pick<ContentSnapshot, 'tree' | 'site' | 'photos' | 'links'>,
  names: readonly Problem[],
): Problem[] => [
  ...linkProblems(links),
  ...logoProblem(tree, site),
  ...names,
  ...photos
    .filter(({ size }) => size === 0)
    .map(({ key }) => ({ path: key, message: "It is empty or can't be read" })),
];
