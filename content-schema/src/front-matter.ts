export { toIsoDate } from './front-matter/dates.ts';
export {
  liftFrontMatter,
  parseImportedFile,
  parsePostFile,
  type ParsedPost,
  type PostFields,
} from './front-matter/read-post.ts';
export { UneditableFrontMatter, writePostFile } from './front-matter/write-post.ts';
