import { excerptOf } from './excerpt.ts';
import { readingMinutes } from './reading-time.ts';

/** What lists say of a text, made from its Markdown alone. */
export interface PostDigest {
  readonly excerpt: string;
  /** Absent where the text took too long to read. */
  readonly minutes?: number;
  /** The id of the first photo of this site in the text. */
  readonly photo?: string;
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

export const digestOf = (markdown: string): PostDigest => {
  const photo = firstPhoto(markdown);
  return {
    excerpt: excerptOf(markdown),
    minutes: readingMinutes(markdown),
    ...(photo !== undefined && { photo }),
  };
};
