import { Button } from '../../../ui/button.tsx';
import styles from './bulk-bar.module.css';

interface BulkBarProps {
  readonly count: number;
  /** Whether all posts of the page are selected. */
  readonly all: boolean;
  readonly busy: boolean;
  readonly onSelectAll: (selected: boolean) => void;
  readonly onHide: () => void;
  readonly onShow: () => void;
  readonly onDelete: () => void;
}

/** Selects all posts of a page, and says what can be done to the selected ones together. */
export const BulkBar = (props: BulkBarProps) => {
  const { count, all, busy, onSelectAll, onHide, onShow, onDelete } = props;
  return (
    <div className={styles.bar}>
      <label className={styles.all}>
        <input
          type="checkbox"
          checked={all}
          ref={(box) => {
            if (box) box.indeterminate = count > 0 && !all;
          }}
          onChange={(event) => onSelectAll(event.target.checked)}
        />
        Select all on this page
      </label>
      {count > 0 && (
        <div className={styles.actions} role="group" aria-label="Selected posts">
          <span className={styles.count}>{count} selected</span>
          <Button look="plain" pending={busy} onClick={onHide}>
            Hide selected
          </Button>
          <Button look="plain" pending={busy} onClick={onShow}>
            Show selected
          </Button>
          <Button look="plain" pending={busy} onClick={onDelete}>
            Delete selected
          </Button>
        </div>
      )}
    </div>
  );
};
