import {
  IMPORT_MAX_FILES,
  IMPORT_MAX_PHOTOS,
  IMPORT_TOTAL_MAX_BYTES,
  isPage,
  type ImportLinks,
  type PreviewedPost,
} from 'content-schema';
import { createResolver, linksTo, type ResolvedLinks } from 'content-schema/resolve-links';
import type { ChosenFiles, ChosenPost } from './chosen-files.ts';
import { idIn, type Previews } from './import-calls.ts';
import { aliasesOf, type OldAddress, type OldAddresses } from './old-addresses.ts';

export interface ImportRow {
  readonly chosen: ChosenPost;
  /** Undefined before the server's preview, and if it doesn't become a post. */
  readonly preview: PreviewedPost | undefined;
  /** The id of its post, which an earlier import may have created. */
  readonly id: string | undefined;
  readonly links: ResolvedLinks | undefined;
  readonly problem: string | undefined;
  readonly isLeftOut: boolean;
  /** Its addresses on the old site, and those of them that the post is given. */
  readonly old: readonly OldAddress[];
  readonly aliases: readonly string[];
}

interface RowOptions {
  readonly addresses?: OldAddresses | undefined;
  readonly usesGuesses?: boolean;
  /** The URLs of pictures at other sites that are to be fetched, by their addresses. */
  readonly remote?: ReadonlyMap<string, string> | undefined;
}

export const rowsOf = (
  { posts, images }: ChosenFiles,
  previews: Previews,
  leftOut: ReadonlySet<ChosenPost>,
  { addresses, usesGuesses = false, remote }: RowOptions = {},
): ImportRow[] => {
  const paths = [...posts.map(({ path }) => path), ...images.keys()];
  const resolve = createResolver(paths, addresses?.find, remote);
  return posts.map((chosen) => {
    const response = previews.get(chosen);
    const preview = response && 'post' in response ? response : undefined;
    const message = response && 'message' in response ? response.message : undefined;
    const old = addresses?.byPath.get(chosen.path) ?? [];
    return {
      chosen,
      preview,
      id: idIn(response),
      links: preview && resolve(chosen.path, preview.links, preview.covers),
      problem: chosen.rejection ?? message,
      isLeftOut: leftOut.has(chosen),
      old,
      aliases: aliasesOf(old, response, usesGuesses),
    };
  });
};

/** Whether a row is sent. Rows with a problem are sent too, so that the server reports it. */
export const isSent = ({ chosen, isLeftOut }: ImportRow): boolean =>
  chosen.rejection === undefined && !isLeftOut;

/** Whether neither the front matter nor the path of a post has a date. */
export const isUndated = ({ preview }: ImportRow): boolean =>
  preview !== undefined && preview.post.createdAt === undefined && !isPage(preview.post);

const MISSING_SHOWN = 3;

/** Says which of the files that a text names are not there; empty if none is missing. */
export const missingText = (names: readonly string[]): string => {
  const others = names.length - MISSING_SHOWN;
  const named = names.slice(0, MISSING_SHOWN).join(', ');
  return named && `Not among the files: ${named}${others > 0 ? ` and ${others} more` : ''}`;
};

export const imagesOf = (rows: readonly ImportRow[]): ReadonlySet<string> =>
  new Set(rows.flatMap(({ links }) => [...(links?.images.values() ?? [])]));

export const sizeOf = (files: Iterable<Blob>): number =>
  [...files].reduce((size, file) => size + file.size, 0);

interface Batch {
  readonly rows: ImportRow[];
  readonly images: Set<string>;
  bytes: number;
}

/** Splits the rows into requests, each of which makes one commit; nearly always just one. */
export const batchesOf = (rows: readonly ImportRow[]): readonly (readonly ImportRow[])[] => {
  const batches: Batch[] = [];
  for (const row of rows) {
    const { size } = row.chosen.file;
    const images = imagesOf([row]);
    const last = batches.at(-1);
    const fits =
      last &&
      last.rows.length < IMPORT_MAX_FILES &&
      new Set([...last.images, ...images]).size <= IMPORT_MAX_PHOTOS &&
      last.bytes + size <= IMPORT_TOTAL_MAX_BYTES;
    const batch: Batch = fits ? last : { rows: [], images: new Set(), bytes: 0 };
    if (batch !== last) batches.push(batch);
    batch.rows.push(row);
    for (const path of images) batch.images.add(path);
    batch.bytes += size;
  }
  return batches.map((batch) => batch.rows);
};

const idsOf = (rows: readonly ImportRow[]): ReadonlyMap<string, string> =>
  new Map(
    rows.flatMap(({ chosen, preview, id, isLeftOut }): [string, string][] =>
      id === undefined || (isLeftOut && preview) ? [] : [[chosen.path, id]],
    ),
  );

/** The targets of the links in the texts of `batch`. `staged` are the images' tokens, by path. */
export const linksFor = (
  batch: readonly ImportRow[],
  rows: readonly ImportRow[],
  staged: ReadonlyMap<string, string>,
): ImportLinks => {
  const ids = idsOf(rows);
  const paths = [...imagesOf(batch)].filter((path) => staged.has(path));
  const indexes = new Map(paths.map((path, index) => [path, index]));
  const links = batch.flatMap((row, file) =>
    row.links ? linksTo(row.links, file, indexes, ids) : [],
  );
  return { photos: paths.map((path) => staged.get(path) ?? ''), links };
};
