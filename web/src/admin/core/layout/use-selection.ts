import { useState } from 'react';

export interface Selection<Item> {
  /** The selected items, in the order of the list. */
  readonly selected: readonly Item[];
  readonly has: (item: Item) => boolean;
  readonly set: (items: readonly Item[], selected: boolean) => void;
  readonly clear: () => void;
}

/** Tracks which items of a list are selected. Items that leave the list are deselected. */
export const useSelection = <Item extends { readonly id: string }>(
  items: readonly Item[],
): Selection<Item> => {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  return {
    selected: items.filter(({ id }) => ids.has(id)),
    has: ({ id }) => ids.has(id),
    set: (changed, selected) =>
      setIds((before) => {
        const after = new Set(before);
        for (const { id } of changed) {
          if (selected) after.add(id);
          else after.delete(id);
        }
        return after;
      }),
    clear: () => setIds(new Set()),
  };
};
