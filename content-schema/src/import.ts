import { IMPORT_MAX_BYTES } from './limits.ts';

/** The source of a regular expression for file names of images that can be imported with posts. */
export const PICTURE_EXTENSION = String.raw`\.(?:png|jpe?g|webp|gif|avif|svg|hei[cf])`;

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
  noPosts: 'There are no .md files among these',
  zip: 'The .zip file can not be read',
  zipFiles: (most: number) => `The .zip file has more than ${most} files`,
  zipBytes: (most: number) => `The .zip file has more than ${most / 1024 / 1024} MB`,
  /** @param markup syntax of another site generator. */
  foreign: (markup: string) => `“${markup}” is not Markdown and is kept as it is`,
  exists: (id: string) => `A post with the id "${id}" exists already`,
} as const;
