import '@github/text-expander-element';
import type TextExpanderElement from '@github/text-expander-element';
import type { TextExpanderChangeEvent } from '@github/text-expander-element';
import { matchingPosts, type PostHeading } from 'content-schema';
import { useEffect, useEffectEvent, useRef, type FC, type ReactNode, type Ref } from 'react';
import { usePosts } from '../../../../data/posts.ts';
import { postPath } from '../../../../paths.ts';
import { classNames } from '../../../../ui/class-names.ts';
import { isInCode } from './list-edits.ts';
import {
  EDITS,
  insertCodeBlock,
  insertInline,
  insertPostLink,
  lineStartOf,
  replacingTyped,
  type MarkdownEdit,
  type Picked,
} from './markdown-edits.ts';
import styles from './suggestions.module.css';

const Expander = 'text-expander' as unknown as FC<{
  readonly ref: Ref<TextExpanderElement>;
  readonly class: string | undefined;
  readonly keys: string;
  readonly multiword: string;
  readonly children: ReactNode;
}>;

interface Insertion {
  readonly label: string;
  readonly edit: MarkdownEdit;
  readonly pick?: Picked;
}

const POSTS_MAX = 5;

const BLOCKS: readonly Insertion[] = [
  { label: 'Heading', edit: EDITS.heading },
  { label: 'List', edit: EDITS.list },
  { label: 'Quote', edit: EDITS.quote },
  { label: 'Table', edit: EDITS.table },
  { label: 'Code', edit: insertCodeBlock },
  { label: 'Image', edit: insertInline(''), pick: 'photo' },
  { label: 'Link to a post', edit: insertInline(''), pick: 'post' },
];

const insertionsFor = (words: string, posts: readonly PostHeading[]): readonly Insertion[] => [
  ...BLOCKS.filter(({ label }) => label.toLowerCase().includes(words.toLowerCase())),
  ...(words === '' ? [] : posts.filter(matchingPosts(words)))
    .slice(0, POSTS_MAX)
    .map(({ id, title }) => ({
      label: `Link to “${title}”`,
      edit: insertPostLink(title, postPath(id)),
    })),
];

const isAtLineStart = (area: HTMLTextAreaElement, typed: number): boolean => {
  const slash = area.selectionEnd - typed;
  const before = area.value.slice(lineStartOf(area.value, slash), slash);
  return before.trim() === '' && !isInCode(area.value, slash);
};

const createMenu = (options: readonly HTMLElement[]): HTMLElement => {
  const className = classNames('card small', styles.list);
  const menu = { className, role: 'listbox', ariaLabel: 'Insert' };
  const element = Object.assign(document.createElement('ul'), menu);
  element.append(...options);
  return element;
};

const createOption = ({ label: textContent }: Insertion, index: number): HTMLElement => {
  const option = { role: 'option', id: `insertion-${index}`, textContent };
  return Object.assign(document.createElement('li'), option);
};

interface SlashMenuProps {
  readonly run: (edit: MarkdownEdit) => void;
  readonly onPick: (what: Picked) => void;
  readonly children: ReactNode;
}

/** Shows a menu of things to insert at the caret after `/` is typed at the start of a line. */
export const SlashMenu = ({ run, onPick, children }: SlashMenuProps) => {
  const { response: posts = [] } = usePosts().stored ?? {};
  const expander = useRef<TextExpanderElement>(null);
  const inserts = useRef(new WeakMap<HTMLElement, () => void>());

  const offer = useEffectEvent(({ detail }: TextExpanderChangeEvent) => {
    if (!detail) return;
    const area = expander.current?.querySelector('textarea');
    const typed = detail.text.length + '/'.length;
    const words = detail.text.trim();
    const insertions = area && isAtLineStart(area, typed) ? insertionsFor(words, posts) : [];
    const options = insertions.map((insertion, index) => {
      const option = createOption(insertion, index);
      inserts.current.set(option, () => {
        run(replacingTyped(typed, insertion.edit));
        if (insertion.pick) onPick(insertion.pick);
      });
      return option;
    });
    detail.provide(
      options.length > 0 ? { matched: true, fragment: createMenu(options) } : { matched: false },
    );
  });
  const insert = useEffectEvent((event: Event) => {
    // The custom element would set the text itself, which clears the browser's undo history.
    event.preventDefault();
    const { item } = (event as CustomEvent<{ readonly item: HTMLElement }>).detail;
    expander.current?.dismiss();
    inserts.current.get(item)?.();
  });
  useEffect(() => {
    const { current } = expander;
    const show = () =>
      requestAnimationFrame(() =>
        current?.querySelector('[role=listbox]')?.scrollIntoView({ block: 'nearest' }),
      );
    const controller = new AbortController();
    const { signal } = controller;
    current?.addEventListener('text-expander-change', offer, { signal });
    current?.addEventListener('text-expander-value', insert, { signal });
    current?.addEventListener('text-expander-activate', show, { signal });
    return () => controller.abort();
  }, []);

  return (
    <Expander ref={expander} class={styles.place} keys="/" multiword="/">
      {children}
    </Expander>
  );
};
