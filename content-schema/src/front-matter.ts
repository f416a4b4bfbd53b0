export { toIsoDate } from './front-matter/dates.ts';
export { repairFile } from './front-matter/head.ts';
export {
  parseImportedFile,
  type ImportedImage as ImportedPicture,
} from './front-matter/imported-file.ts';
export {
  liftFrontMatter,
  parsePostFile,
  type ParsedPost,
  type PostFields,
} from './front-matter/read-post.ts';
export { UneditableFrontMatter, writePostFile } from './front-matter/write-post.ts';
