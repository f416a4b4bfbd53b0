export {
  liftFrontMatter,
  parsePostFile,
  type ParsedPost,
  type PostFields,
} from './front-matter/read-post.ts';
export { writePostFile } from './front-matter/write-post.ts';
