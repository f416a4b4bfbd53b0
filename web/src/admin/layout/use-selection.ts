import { useState } from 'react';

export interface Selection<Item> {
  /** Those of the items at hand that are selected, in their order. */
  readonly selected: readonly Item[];
  readonly has: (item: Item) => boolean;
  readonly set: (items: readonly Item[], selected: boolean) => void;
  readonly clear: () => void;
}

/** Which of the items are selected. What is no longer among the items isn't selected either. */
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
