import Combobox from '@github/combobox-nav';
import { postFields } from 'content-schema';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { usePosts } from '../../../../data/posts.ts';
import type { TagCount } from '../../../../site/post-lists.ts';
import { Field, type ValueProps } from '../../../../ui/form/field.tsx';
import fieldStyles from '../../../../ui/form/field.module.css';
import { classNames } from '../../../../ui/class-names.ts';
import styles from './suggestions.module.css';
import { suggestTags, tagAt, tagsByUse, withTag } from './tag-suggestions.ts';

interface SuggestionsProps {
  readonly input: HTMLInputElement;
  readonly tags: readonly TagCount[];
  readonly onPick: (tag: string) => void;
}

/** The list of suggestions. The field has the combobox role only while there are any. */
const Suggestions = ({ input, tags, onPick }: SuggestionsProps) => {
  const list = useRef<HTMLDivElement>(null);
  const names = tags.map(({ tag }) => tag).join('\n');
  const commit = useEffectEvent(({ target }: Event) => {
    if (target instanceof HTMLElement) onPick(target.dataset['tag'] ?? '');
  });
  useEffect(() => {
    const { current } = list;
    if (!current) return;
    const combobox = new Combobox(input, current);
    combobox.start();
    current.addEventListener('combobox-commit', commit);
    return () => {
      current.removeEventListener('combobox-commit', commit);
      combobox.destroy();
    };
    // The same tags may be another list, and the one that is chosen stays.
  }, [input, names]);
  return (
    <div
      ref={list}
      id={`${input.id}-suggestions`}
      className={classNames('card small', styles.list)}
      role="listbox"
      aria-label="Tags of other posts"
      tabIndex={-1}
      // Keeps the focus in the field.
      onMouseDown={(event) => event.preventDefault()}
    >
      {tags.map(({ tag, count }, index) => (
        <div
          key={tag}
          id={`${input.id}-${index}`}
          role="option"
          aria-selected={false}
          aria-label={tag}
          tabIndex={-1}
          data-tag={tag}
        >
          {tag}
          <span className="count">{count}</span>
        </div>
      ))}
    </div>
  );
};

export const TagsField = ({ value, onChange }: ValueProps<string>) => {
  const { stored } = usePosts();
  const posts = stored?.response;
  const allTags = useMemo(() => tagsByUse(posts ?? []), [posts]);
  const input = useRef<HTMLInputElement>(null);
  const [caret, setCaret] = useState<number>();
  const tags = useMemo(
    () => (caret === undefined ? [] : suggestTags(allTags, value, caret)),
    [allTags, value, caret],
  );
  const pick = (tag: string) => {
    if (caret === undefined) return;
    onChange(withTag(value, tagAt(value, caret), tag));
    setCaret(undefined);
  };
  return (
    <Field path="tags" label={postFields.fields.tags.label} hint="Separated by commas.">
      {(control) => (
        <div className={styles.place}>
          <input
            ref={input}
            type="text"
            autoComplete="off"
            {...control}
            className={fieldStyles.control}
            value={value}
            onChange={({ target }) => {
              onChange(target.value);
              setCaret(target.selectionStart ?? target.value.length);
            }}
            onBlur={() => setCaret(undefined)}
            onKeyDown={({ key }) => {
              if (key === 'Escape') setCaret(undefined);
            }}
          />
          {tags.length > 0 && input.current && (
            <Suggestions input={input.current} tags={tags} onPick={pick} />
          )}
        </div>
      )}
    </Field>
  );
};
