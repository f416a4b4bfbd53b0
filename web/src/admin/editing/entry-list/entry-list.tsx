import { Plus } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../layout/confirm-dialog.tsx';
import { Entry } from './entry.tsx';
import styles from './entry-list.module.css';
import { useDragOrder } from './use-drag-order.ts';
import { useEntries } from './use-entries.ts';

interface EntryListProps<Item> {
  /** What one is called, e.g. `experience`. */
  readonly noun: string;
  readonly items: readonly Item[];
  readonly blank: Item;
  readonly onChange: (items: Item[]) => void;
  /** What tells an item from the others; empty for a blank one. */
  readonly titleOf: (item: Item) => string;
  /** The list is never left empty: removing the last item leaves a blank one. */
  readonly keepsOne?: boolean;
  /** What is asked before an item is removed; nothing for those that go without. */
  readonly questionOf?: (item: Item) => string | undefined;
  /** The fields of an item. */
  readonly children: (item: Item, index: number, change: (item: Item) => void) => ReactNode;
}

/** A list whose entries are written, added, removed and put in order. */
export const EntryList = <Item,>(props: EntryListProps<Item>) => {
  const { noun, items, blank, onChange, titleOf, keepsOne = false, questionOf, children } = props;
  const list = useRef<HTMLOListElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const isAdding = useRef(false);
  const [said, setSaid] = useState('');
  const [asking, setAsking] = useState<{ readonly index: number; readonly question: string }>();
  const entries = useEntries({ items, blank, keepsOne, onChange });
  const { removed } = entries;

  useEffect(() => {
    if (isAdding.current) list.current?.lastElementChild?.querySelector('input')?.focus();
    isAdding.current = false;
  }, [items.length]);

  const add = () => {
    isAdding.current = true;
    setSaid('');
    entries.add();
  };
  const move = (from: number, to: number) => {
    entries.move(from, to);
    setSaid(`Moved to place ${to + 1} of ${items.length}`);
  };
  const remove = (index: number) => {
    setAsking(undefined);
    setSaid('');
    entries.remove(index);
    addButton.current?.focus();
  };
  const askToRemove = (index: number, item: Item) => {
    const question = questionOf?.(item);
    if (question === undefined) remove(index);
    else setAsking({ index, question });
  };
  const { dragged, grab } = useDragOrder(list, move);

  return (
    <div className={styles.editor}>
      <ol ref={list} role="list" className={styles.list} data-dragging={dragged !== undefined}>
        {items.map((item, index) => (
          <Entry
            key={entries.keys[index]}
            noun={noun}
            index={index}
            count={items.length}
            title={titleOf(item)}
            dragged={dragged === index}
            onGrab={(y) => grab(index, y)}
            onMove={(to) => move(index, to)}
            onRemove={() => askToRemove(index, item)}
          >
            {children(item, index, (next) => entries.change(index, next))}
          </Entry>
        ))}
      </ol>
      <div className={styles.foot}>
        <Button ref={addButton} onClick={add}>
          <Plus size={18} aria-hidden="true" />
          Add {noun}
        </Button>
        <p role="status" className={styles.said}>
          {removed === undefined ? said : `Removed ${titleOf(removed) || `a blank ${noun}`}.`}
        </p>
        {removed !== undefined && (
          <Button look="plain" onClick={entries.putBack}>
            Undo
          </Button>
        )}
      </div>
      <ConfirmDialog
        open={asking !== undefined}
        title={`Remove this ${noun}?`}
        confirm="Remove"
        dangerous
        onConfirm={() => asking && remove(asking.index)}
        onCancel={() => setAsking(undefined)}
      >
        <p>{asking?.question}</p>
      </ConfirmDialog>
    </div>
  );
};
