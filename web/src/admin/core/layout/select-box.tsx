import { useState, type ReactNode } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import styles from './select-box.module.css';

interface Identified {
  readonly id: string;
}

/** Tracks which items of a list are selected. Items that leave the list are deselected. */
export const useSelection = <Item extends Identified>(items: readonly Item[]) => {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  return {
    selected: items.filter(({ id }) => ids.has(id)),
    has: ({ id }: Item) => ids.has(id),
    set: (changed: readonly Item[], selected: boolean) =>
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

export type Selection<Item extends Identified> = ReturnType<typeof useSelection<Item>>;

interface SelectBoxProps<Item extends Identified> {
  readonly name: string;
  readonly className: string | undefined;
  readonly item: Item;
  readonly selection: Selection<Item>;
}

export const SelectBox = <Item extends Identified>(props: SelectBoxProps<Item>) => {
  const { name, className, item, selection } = props;
  return (
    <label className={className}>
      <input
        type="checkbox"
        className={styles.box}
        checked={selection.has(item)}
        onChange={(event) => selection.set([item], event.target.checked)}
      />
      <span className="visually-hidden">Select {name}</span>
    </label>
  );
};

interface SelectionBarProps {
  readonly label: string;
  readonly total: string;
  readonly count: number;
  readonly all: boolean;
  readonly onSelectAll: (selected: boolean) => void;
  readonly actions: string;
  readonly children: ReactNode;
}

export const SelectionBar = (props: SelectionBarProps) => {
  const { label, total, count, all, onSelectAll, actions, children } = props;
  return (
    <div className={classNames('links', styles.bar)}>
      <label className={styles.all}>
        <input
          type="checkbox"
          className={styles.box}
          checked={all}
          ref={(box) => {
            if (box) box.indeterminate = count > 0 && !all;
          }}
          onChange={(event) => onSelectAll(event.target.checked)}
        />
        <span className="visually-hidden">{label}</span>
      </label>
      <p className="count" role="status">
        {total}
      </p>
      {count > 0 && (
        <div className="links" role="group" aria-label={actions}>
          <span className="count">{count} selected</span>
          {children}
        </div>
      )}
    </div>
  );
};
