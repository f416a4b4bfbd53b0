import { nameOfId, postKind } from '../entities/page.ts';
import { IMPORT_MAX_BYTES } from '../limits.ts';

/** The source of a regular expression for file names of images that can be imported with posts. */
export const IMAGE_EXTENSION = String.raw`\.(?:png|jpe?g|webp|gif|avif|svg|hei[cf])`;

const IMAGE = new RegExp(`${IMAGE_EXTENSION}$`, 'i');

export const isImageAt = (path: string): boolean => IMAGE.test(path);

/**
 * Returns the original's address for a size that WordPress or Ghost has made: `a.png` for
 * `a-300x228.png`, and `images/a.png` for `images/size/w300/a.png`.
 */
export const withoutSize = (address: string): string =>
  address.replace(/\/size\/w\d+(?=\/)|-\d{2,5}x\d{2,5}(?=\.\w+(?:[?#].*)?$)/, '');

export const importMessages = {
  required: 'Please choose .md files to import',
  nothing: 'None of the files could be imported',
  /** @param count the number of created posts. */
  imported: (count: number) => `Imported ${count} posts`,
  extension: 'Only .md files can be imported',
  name: 'The file name is not safe to use',
  size: `The file is larger than ${IMPORT_MAX_BYTES / 1024 / 1024} MB`,
  empty: 'The file has no content',
  already: 'Already imported',
  entities: 'A list of addresses with entities or a document type is not read',
  addresses: (most: number) => `A list of addresses has more than ${most} addresses`,
  noPosts: 'There are no .md files among these',
  documentType: 'It has a document type, which no export has',
  zip: 'The .zip file can not be read',
  zipFiles: (most: number) => `The .zip file has more than ${most} files`,
  zipPath: (path: string) => `The .zip file has a path that is not safe: ${path}`,
  zipBytes: (most: number) => `The .zip file has more than ${most / 1024 / 1024} MB`,
  /** @param markup the first of `count` pieces of a syntax; `kind` is their plural. */
  foreign: (markup: string, count: number, kind: string) =>
    count === 1
      ? `“${markup}” is not Markdown and is kept as it is`
      : `${count} ${kind} are not Markdown and are kept as they are, e.g. “${markup}”`,
  leadsElsewhere: (address: string) => `${address} leads to another post already`,
  lost: (paths: readonly string[]) => `Not on this site: ${paths.join(', ')}`,
  exists: (id: string) => `A ${postKind({ id })} with the id "${nameOfId(id)}" exists already`,
} as const;
