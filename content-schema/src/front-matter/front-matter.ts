export { toIsoDate } from './dates.ts';
export { repairFile } from './head.ts';
export { parseImportedFile, type ImportedImage as ImportedPicture } from './imported-file.ts';
export {
  extractFrontMatter,
  parsePostFile,
  POST_FIELDS,
  type ParsedPost,
  type PostFields,
} from './read-post.ts';
export { UneditableFrontMatter, writePostFile } from './write-post.ts';
