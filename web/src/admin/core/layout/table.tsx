import type { ReactNode } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import styles from './table.module.css';

interface TableProps {
  readonly label: string;
  readonly columns: readonly ReactNode[];
  readonly className?: string | undefined;
  /** Its rows, with the roles `row` and `cell`. */
  readonly children: ReactNode;
}

/** A table whose rows are stacked on narrow screens. CSS then hides its roles, so they are explicit. */
export const Table = ({ label, columns, className, children }: TableProps) => (
  <table className={classNames(styles.table, className)} role="table" aria-label={label}>
    <thead role="rowgroup">
      <tr role="row">
        {columns.map((column, index) => (
          <th key={index} role="columnheader">
            {column}
          </th>
        ))}
      </tr>
    </thead>
    <tbody role="rowgroup">{children}</tbody>
  </table>
);
