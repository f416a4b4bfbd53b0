import '@github/text-expander-element';
import type TextExpanderElement from '@github/text-expander-element';
import { useEffect, useEffectEvent, useRef, type FC, type ReactNode, type Ref } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import { isInCode } from './list-edits.ts';
import styles from './suggestions.module.css';

/** A custom element, which React's types don't include. */
const Expander = 'text-expander' as unknown as FC<{
  readonly ref: Ref<TextExpanderElement>;
  readonly class: string | undefined;
  readonly keys: string;
  readonly multiword: string;
  readonly children: ReactNode;
}>;

/** An entry of the menu. */
export interface Insertion {
  readonly label: string;
  /** @param typed how many characters before the caret to replace. */
  readonly insert: (typed: number) => void;
}

interface SlashMenuProps {
  /** Finds the entries for the words after `/`. */
  readonly insertionsFor: (words: string) => readonly Insertion[];
  readonly children: ReactNode;
}

interface ChangeDetail {
  readonly text: string;
  readonly provide: (result: Promise<{ matched: boolean; fragment?: HTMLElement }>) => void;
}

const isAtLineStart = (area: HTMLTextAreaElement, typed: number): boolean => {
  const slash = area.selectionEnd - typed;
  const before = area.value.slice(area.value.lastIndexOf('\n', slash - 1) + 1, slash);
  return before.trim() === '' && !isInCode(area.value, slash);
};

const menuOf = (insertions: readonly Insertion[]): HTMLElement => {
  const menu = document.createElement('ul');
  menu.className = classNames('card small', styles.list);
  menu.role = 'listbox';
  menu.ariaLabel = 'Insert';
  menu.append(
    ...insertions.map(({ label }, index) => {
      const option = document.createElement('li');
      option.role = 'option';
      option.id = `insertion-${index}`;
      option.textContent = label;
      return option;
    }),
  );
  return menu;
};

/** Shows a menu of things to insert at the caret after `/` is typed at the start of a line. */
export const SlashMenu = ({ insertionsFor, children }: SlashMenuProps) => {
  const expander = useRef<TextExpanderElement>(null);
  const offered = useRef<{ readonly insertions: readonly Insertion[]; readonly typed: number }>(
    undefined,
  );

  const offer = useEffectEvent((event: Event) => {
    const { text, provide } = (event as CustomEvent<ChangeDetail>).detail;
    const area = expander.current?.querySelector('textarea');
    const typed = text.length + '/'.length;
    const insertions = area && isAtLineStart(area, typed) ? insertionsFor(text.trim()) : [];
    offered.current = { insertions, typed };
    provide(
      Promise.resolve(
        insertions.length > 0
          ? { matched: true, fragment: menuOf(insertions) }
          : { matched: false },
      ),
    );
  });
  const insert = useEffectEvent((event: Event) => {
    // The custom element would set the text itself, which clears the browser's undo history.
    event.preventDefault();
    const { item } = (event as CustomEvent<{ readonly item: HTMLElement }>).detail;
    const index = [...(item.parentElement?.children ?? [])].indexOf(item);
    expander.current?.dismiss();
    if (offered.current) offered.current.insertions[index]?.insert(offered.current.typed);
  });
  useEffect(() => {
    const { current } = expander;
    const show = () =>
      requestAnimationFrame(() =>
        current?.querySelector('[role=listbox]')?.scrollIntoView({ block: 'nearest' }),
      );
    current?.addEventListener('text-expander-change', offer);
    current?.addEventListener('text-expander-value', insert);
    current?.addEventListener('text-expander-activate', show);
    return () => {
      current?.removeEventListener('text-expander-change', offer);
      current?.removeEventListener('text-expander-value', insert);
      current?.removeEventListener('text-expander-activate', show);
    };
  }, []);

  return (
    <Expander ref={expander} class={styles.place} keys="/" multiword="/">
      {children}
    </Expander>
  );
};
