import { SITE_PATH, isLogoPath } from 'content-schema';
import { isPlainObject, isSame, mergeValues, type Decide } from 'content-schema/merge';
import type { BlobSha, Tree } from '../git-store/git-store.ts';
import type { ReadBlobs } from '../reading/blob-cache.ts';
import { parseJson } from '../reading/text-file.ts';
import { JSON_FILE, mapSides, writeFile, type Sides, type Version } from './merge-file.ts';

type SiteJson = Readonly<Record<string, unknown>>;

interface SiteFiles {
  readonly json: Uint8Array;
  /** The content of the file, with the logo's bytes in place of its path. */
  readonly value: SiteJson;
  readonly logo?: {
    readonly path: string;
    readonly type: unknown;
    readonly data: string;
    readonly bytes: Uint8Array;
  };
}

export const isSiteFile = (path: string): boolean => path === SITE_PATH || isLogoPath(path);

export const siteFilesOf = (tree: Tree): string[] => [...tree.keys()].filter(isSiteFile);

const without = (value: SiteJson, ...keys: readonly string[]): SiteJson =>
  Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key)));

/** Undefined if `site.json` or its logo is missing or can't be read. */
const readSiteFiles = (
  tree: Tree,
  bytes: ReadonlyMap<BlobSha, Uint8Array>,
): SiteFiles | undefined => {
  const bytesAt = (path: string): Uint8Array | undefined => {
    const entry = tree.get(path);
    return entry && bytes.get(entry.sha);
  };
  const json = bytesAt(SITE_PATH) ?? new Uint8Array();
  const value = parseJson(json);
  if (!isPlainObject(value)) return undefined;
  const { logo } = value;
  if (!isPlainObject(logo)) return { json, value };
  const { path, type } = logo;
  const image = typeof path === 'string' ? bytesAt(path) : undefined;
  if (!image || typeof path !== 'string') return undefined;
  const data = `data:${String(type)};base64,${Buffer.from(image).toString('base64')}`;
  return {
    json,
    value: { ...value, logo: { ...without(logo, 'path', 'type'), data } },
    logo: { path, type, data, bytes: image },
  };
};

/** Merges `site.json` together with the logo. Undefined if a side is missing or can't be read. */
export const mergeSite = async (trees: Sides<Tree>, read: ReadBlobs, decide: Decide) => {
  const files = Object.values(trees).flatMap((tree: Tree) =>
    siteFilesOf(tree).flatMap((path) => tree.get(path)?.sha ?? []),
  );
  const bytes = await read(files);
  const { base, theirs, mine } = mapSides(trees, (tree) => readSiteFiles(tree, bytes));
  if (!base || !theirs || !mine) return undefined;
  const sides = mapSides({ base, theirs, mine }, ({ json }) => json);

  const { value, conflicts } = mergeValues(base.value, theirs.value, mine.value, decide);
  const merged = isPlainObject(value['logo']) ? value['logo'] : undefined;
  const logo =
    merged && [theirs, mine, base].find((version) => version.logo?.data === merged['data'])?.logo;
  const entry = logo && { path: logo.path, type: logo.type };
  const stored = { ...value, ...(merged && { logo: { ...entry, ...without(merged, 'data') } }) };
  const changes = new Map<string, Version>([
    [SITE_PATH, writeFile(SITE_PATH, JSON_FILE, sides, stored)],
  ]);
  if (!isSame(logo?.data, theirs.logo?.data)) {
    if (theirs.logo && isLogoPath(theirs.logo.path)) changes.set(theirs.logo.path, null);
    if (logo) changes.set(logo.path, logo.bytes);
  }
  const checked = { ...value, ...(merged && { logo: { ...merged, ...entry } }) };
  return { value: checked, conflicts, changes };
};
