import type { ReactNode } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import styles from './select-box.module.css';
import type { Selection } from './use-selection.ts';

interface SelectBoxProps<Item> {
  readonly name: string;
  readonly className: string | undefined;
  readonly item: Item;
  readonly selection: Selection<Item>;
}

export const SelectBox = <Item,>({ name, className, item, selection }: SelectBoxProps<Item>) => (
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

interface SelectionBarProps {
  readonly label: string;
  readonly total: string;
  readonly count: number;
  readonly all: boolean;
  readonly onSelectAll: (selected: boolean) => void;
  readonly actions: string;
  readonly children: ReactNode;
}

/** Counts the items of a list, selects all of them, and shows the actions on the selected ones. */
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
