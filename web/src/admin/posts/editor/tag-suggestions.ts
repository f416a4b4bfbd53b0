import { tagKey, type PostHeading } from 'content-schema';
import { parseTags } from '../../editing/edit/post-form.ts';

export interface CountedTag {
  readonly tag: string;
  /** The number of posts with the tag. */
  readonly count: number;
}

/** The tags of all posts, most used first, each in its first spelling. */
export const countTags = (posts: readonly Pick<PostHeading, 'tags'>[]): readonly CountedTag[] => {
  const counted = new Map<string, CountedTag>();
  for (const tag of posts.flatMap(({ tags }) => tags)) {
    const cached = counted.get(tagKey(tag)) ?? { tag, count: 0 };
    counted.set(tagKey(tag), { ...cached, count: cached.count + 1 });
  }
  return [...counted.values()].toSorted(
    (one, other) => other.count - one.count || one.tag.localeCompare(other.tag),
  );
};

interface Range {
  readonly start: number;
  readonly end: number;
}

/** The range of the tag at the caret in a comma-separated list. */
export const tagAt = (list: string, caret: number): Range => {
  const end = list.indexOf(',', caret);
  return { start: list.lastIndexOf(',', caret - 1) + 1, end: end === -1 ? list.length : end };
};

const SUGGESTIONS_MAX = 8;

/** The known tags that match the text at the caret; none if that is empty. */
export const suggestTags = (
  known: readonly CountedTag[],
  list: string,
  caret: number,
): readonly CountedTag[] => {
  const { start, end } = tagAt(list, caret);
  const typed = tagKey(list.slice(start, end));
  if (typed === '') return [];
  const others = parseTags(`${list.slice(0, start)},${list.slice(end)}`).map(tagKey);
  const fitting = known.filter(({ tag }) => {
    const key = tagKey(tag);
    return key.includes(typed) && key !== typed && !others.includes(key);
  });
  const begins = ({ tag }: CountedTag) => tagKey(tag).startsWith(typed);
  return [...fitting.filter(begins), ...fitting.filter((tag) => !begins(tag))].slice(
    0,
    SUGGESTIONS_MAX,
  );
};

/** Replaces the tag in a range, and adds a separator after the last one. */
export const withTag = (list: string, { start, end }: Range, tag: string): string => {
  const before = list.slice(0, start);
  const after = list.slice(end);
  return `${before}${before === '' ? '' : ' '}${tag}${after.trim() === '' ? ', ' : after}`;
};
