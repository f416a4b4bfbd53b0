import { tagKey, type PostHeading } from 'content-schema';
import { tagCountsOf, type TagCount } from '../../../../site/post-lists.ts';
import { parseTags } from '../../editing/edit/post-form.ts';

/** The tags of all posts, most used first, each in its first spelling. */
export const tagsByUse = (posts: readonly Pick<PostHeading, 'tags'>[]): readonly TagCount[] =>
  tagCountsOf(posts).sort(
    (one, other) => other.count - one.count || one.tag.localeCompare(other.tag),
  );

interface Range {
  readonly start: number;
  readonly end: number;
}

export const tagAt = (list: string, caret: number): Range => {
  const end = list.indexOf(',', caret);
  return { start: list.lastIndexOf(',', caret - 1) + 1, end: end === -1 ? list.length : end };
};

const SUGGESTIONS_MAX = 8;

/** The tags of other posts that match the text at the caret; none if that is empty. */
export const suggestTags = (
  tags: readonly TagCount[],
  list: string,
  caret: number,
): readonly TagCount[] => {
  const { start, end } = tagAt(list, caret);
  const typed = tagKey(list.slice(start, end));
  if (typed === '') return [];
  const others = parseTags(`${list.slice(0, start)},${list.slice(end)}`).map(tagKey);
  const fitting = tags.filter(({ tag }) => {
    const key = tagKey(tag);
    return key.includes(typed) && key !== typed && !others.includes(key);
  });
  const begins = ({ tag }: TagCount) => tagKey(tag).startsWith(typed);
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
