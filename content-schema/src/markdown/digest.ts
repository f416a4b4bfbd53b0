import { excerptOf } from './excerpt.ts';
import { undescribedImages, withoutCode } from './images-in-text.ts';
import { readingMinutes } from './reading-time.ts';

/** What lists say of a text, made from its Markdown alone. */
export interface PostDigest {
  readonly excerpt: string;
  /** Absent where the text took too long to read. */
  readonly minutes?: number;
  /** The id of the first photo of this site in the text. */
  readonly photo?: string;
  /** The addresses of the pictures that the text does not describe; absent where there are none. */
  readonly undescribed?: readonly string[];
  /** The paths of this site that it leads to or shows, each once; absent where there are none. */
  readonly paths?: readonly string[];
}

/** A picture in Markdown or HTML; neither part can begin again inside itself. */
const OWN_PHOTO =
  /(?:!\[[^[\]]{0,500}\]\(\s*<?|<img\b[^<>]{0,500}?\ssrc=["']?)\/photos\/([^\s()<>"'?#/]+)/i;

const firstPhoto = (markdown: string): string | undefined => {
  const [, name] = OWN_PHOTO.exec(markdown) ?? [];
  try {
    return name === undefined ? undefined : decodeURIComponent(name);
  } catch {
    return undefined;
  }
};

/** An address in a link, a picture, a reference or HTML, which begins at this site's root. */
const OWN_PATH =
  /(?:\]\(\s*<?|^ {0,3}\[[^[\]\n]{1,500}\]:\s*<?|<(?:a|img)\b[^<>]{0,500}?\s(?:href|src)=["'])(\/(?!\/)[^\s()<>"']{0,1000})/gim;
const LISTED_MAX = 200;

const ownPaths = (markdown: string): string[] => {
  const found = withoutCode(markdown).matchAll(OWN_PATH);
  return [...new Set([...found].map(([, path = '']) => path))];
};

export const digestOf = (markdown: string): PostDigest => {
  const photo = firstPhoto(markdown);
  const undescribed = undescribedImages(markdown).map(({ address }) => address);
  const paths = ownPaths(markdown);
  return {
    excerpt: excerptOf(markdown),
    minutes: readingMinutes(markdown),
    ...(photo !== undefined && { photo }),
    ...(undescribed.length > 0 && { undescribed: undescribed.slice(0, LISTED_MAX) }),
    ...(paths.length > 0 && { paths: paths.slice(0, LISTED_MAX) }),
  };
};
