import type { Layout } from 'content-schema';
import type { Tree, TreeEntry } from '../../core/git-store/git-store.ts';
import { placesOf, type Place } from './places.ts';

/** A tree of the repository and what is shown of it. */
export interface View {
  readonly files: Tree;
  /** By their paths in the repository. */
  readonly places: ReadonlyMap<string, Place>;
  readonly shown: Tree;
  /** Where each shown file lies. */
  readonly realPaths: ReadonlyMap<string, string>;
}

/** The files of a tree that is shown in another layout. */
export const filesOf = new WeakMap<Tree, Tree>();

export const hasSamePaths = (one: Tree, other: Tree): boolean =>
  one.size === other.size && [...one.keys()].every((path) => other.has(path));

/** The view of files, which has the same places as one `before` with the same paths. */
export const viewOf = (files: Tree, layout: Layout | undefined, before?: View): View => {
  if (!layout) return { files, shown: files, places: new Map(), realPaths: new Map() };
  const isSame = before?.shown.layout === layout && hasSamePaths(before.files, files);
  const places = isSame ? before.places : placesOf(files.keys(), layout);
  const shown = new Map<string, TreeEntry>();
  for (const [real, { path, origin }] of places) {
    const entry = files.get(real);
    if (entry) shown.set(path, origin ? { ...entry, origin } : entry);
  }
  filesOf.set(shown, files);
  return {
    files,
    shown: Object.assign(shown, { layout }),
    places,
    realPaths: isSame
      ? before.realPaths
      : new Map(Array.from(places, ([real, { path }]) => [path, real])),
  };
};
