import { renderedBody } from '../text/front-matter-block.ts';
import { decodeAddress } from '../text/web-address.ts';
import { excerptOf } from './excerpt.ts';
import { readingMinutes } from './reading-time.ts';

/** A digest of a post for lists, derived from what is rendered of its content. */
export interface PostDigest {
  readonly excerpt: string;
  /** The reading time; absent if the text took too long to process. */
  readonly minutes?: number;
  /** The id of the first photo of this site in the text. */
  readonly photo?: string;
}

/** An image in Markdown or HTML; the pattern prevents backtracking. */
const OWN_PHOTO =
  /(?:!\[[^[\]]{0,500}\]\(\s*<?|<img\b[^<>]{0,500}?\ssrc=["']?)\/photos\/([^\s()<>"'?#/]+)/i;

const firstPhoto = (markdown: string): string | undefined => {
  const [, name] = OWN_PHOTO.exec(markdown) ?? [];
  return name === undefined ? undefined : decodeAddress(name);
};

export const digestOf = (content: string): PostDigest => {
  const markdown = renderedBody(content);
  const photo = firstPhoto(markdown);
  return {
    excerpt: excerptOf(markdown),
    minutes: readingMinutes(markdown),
    ...(photo !== undefined && { photo }),
  };
};
