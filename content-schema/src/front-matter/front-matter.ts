export type { PostFields } from '../entities/post-fields.ts';
export { toIsoDate } from '../text/dates.ts';
export { repairFile } from './head.ts';
export { parseImportedFile, type ImportedImage } from './imported-file.ts';
export {
  extractFrontMatter,
  keysIn,
  otherValues,
  parsePostFile,
  type ParsedPost,
} from './read-post.ts';
export { contentOf } from './read-post.ts';
export { bodyOf, UneditableFrontMatter, writePostFile } from './write-post.ts';
