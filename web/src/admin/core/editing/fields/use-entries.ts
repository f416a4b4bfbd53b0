import { isSame, matchItems } from 'content-schema/merge';
import { useState } from 'react';

export interface EntriesOptions<Item> {
  readonly items: readonly Item[];
  readonly blank: Item;
  /** Whether the list keeps at least one item. Removing the last one leaves a blank one. */
  readonly keepsOne?: boolean;
  readonly onChange: (items: Item[]) => void;
}

export const moveItem = <Item>(list: readonly Item[], from: number, to: number): Item[] =>
  list.toSpliced(from, 1).toSpliced(to, 0, ...list.slice(from, from + 1));

interface KeyedItems<Item> {
  readonly items: readonly Item[];
  readonly keys: readonly number[];
}

const newKey = (): number => Math.random();

/** The keys for a list that replaces another; matching entries keep their keys. */
export const matchKeys = <Item>(
  last: KeyedItems<Item>,
  items: readonly Item[],
): KeyedItems<Item> => ({
  items,
  keys: matchItems(last.items, items, { upTo: 'similar' }).map(
    (position) => (position === undefined ? undefined : last.keys[position]) ?? newKey(),
  ),
});

export const useEntries = <Item>(options: EntriesOptions<Item>) => {
  const { items, blank, keepsOne = false, onChange } = options;
  const [last, setLast] = useState<KeyedItems<Item>>(() => ({ items, keys: items.map(newKey) }));
  const keyed = last.items === items ? last : matchKeys(last, items);
  if (keyed !== last) setLast(keyed);
  const { keys } = keyed;
  const [removal, setRemoval] = useState<{
    readonly item: Item;
    readonly before: KeyedItems<Item>;
    readonly after: readonly Item[];
  }>();

  const replace = (after: readonly Item[], keysAfter: readonly number[]) => {
    const next = [...after];
    setLast({ items: next, keys: keysAfter });
    onChange(next);
  };

  const remove = (index: number) => {
    const [item] = items.slice(index, index + 1);
    if (item === undefined) return;
    const rest = items.toSpliced(index, 1);
    const isEmptied = keepsOne && rest.length === 0;
    const after = isEmptied ? [blank] : rest;
    setRemoval({ item, before: keyed, after });
    replace(after, isEmptied ? [newKey()] : keys.toSpliced(index, 1));
  };

  const undoable = removal && isSame(removal.after, items) ? removal : undefined;
  return {
    /** A React key for each item, which stays with the item when it moves. */
    keys,
    add: () => replace([...items, blank], [...keys, newKey()]),
    change: (index: number, item: Item) => replace(items.with(index, item), keys),
    move: (from: number, to: number) =>
      replace(moveItem(items, from, to), moveItem(keys, from, to)),
    remove,
    /** The item that was removed last, until the list changes again. */
    removed: undoable?.item,
    putBack: () => {
      if (!undoable) return;
      setRemoval(undefined);
      replace(undoable.before.items, undoable.before.keys);
    },
  };
};
