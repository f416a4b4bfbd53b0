import { uploadMessages, type Upload } from 'content-schema';
import { useId } from 'react';
import { Button } from '../../ui/button.tsx';
import { Problem, Status } from '../../ui/messages.tsx';
import { useCopy } from '../../ui/use-copy.ts';
import { photoMarkdown } from '../../data/photos.ts';
import type { PhotoOrder } from '../layout/photo-order.ts';
import { classNames } from '../../ui/class-names.ts';
import { SelectionBar } from '../layout/select-box.tsx';
import fields from '../layout/list-fields.module.css';
import styles from './photo-tools.module.css';

export interface PhotoListing {
  readonly words: string;
  readonly order: PhotoOrder;
  readonly view: 'table' | 'grid';
}

interface PhotoToolsProps {
  readonly listing: PhotoListing;
  readonly onChange: (listing: PhotoListing) => void;
}

const VIEWS = { table: 'Table', grid: 'Grid' } as const;

/** The fields that search, sort and arrange the photos. */
export const PhotoTools = ({ listing, onChange }: PhotoToolsProps) => {
  const id = useId();
  const { words, order, view } = listing;
  return (
    <search className={classNames(fields.fields, styles.tools)}>
      <div>
        <label htmlFor={`${id}-words`}>Search</label>
        <input
          id={`${id}-words`}
          type="search"
          autoComplete="off"
          value={words}
          onChange={(event) => onChange({ ...listing, words: event.target.value })}
        />
      </div>
      <div>
        <label htmlFor={`${id}-order`}>Sort by</label>
        <select
          id={`${id}-order`}
          value={order}
          onChange={(event) => onChange({ ...listing, order: event.target.value as PhotoOrder })}
        >
          <option value="newest">Newest</option>
          <option value="name">Name</option>
          <option value="size">Size</option>
        </select>
      </div>
      <div className={styles.views} role="group" aria-label="View">
        {(['table', 'grid'] as const).map((it) => (
          <button
            key={it}
            type="button"
            className={styles.view}
            aria-pressed={view === it}
            onClick={() => onChange({ ...listing, view: it })}
          >
            {VIEWS[it]}
          </button>
        ))}
      </div>
    </search>
  );
};

interface SelectedPhotosProps {
  readonly selected: readonly Upload[];
  /** Whether all listed photos are selected. */
  readonly all: boolean;
  readonly onSelectAll: (selected: boolean) => void;
  readonly onDelete: () => void;
}

/** The actions on the selected photos. */
export const SelectedPhotos = (props: SelectedPhotosProps) => {
  const { selected, all, onSelectAll, onDelete } = props;
  const { state, copy } = useCopy();
  const markdown = selected.map(({ id, alt = '' }) => photoMarkdown(alt, id)).join('\n');
  return (
    <SelectionBar
      label="Select all"
      count={selected.length}
      all={all}
      onSelectAll={onSelectAll}
      actions="Selected photos"
    >
      <Button variant="plainStrong" onClick={() => void copy(markdown)}>
        Copy markdown of selected
      </Button>
      <Status message={state === 'copied' ? 'Copied!' : undefined} tone="ok" />
      {state === 'failed' && <Problem>{uploadMessages.clipboard}</Problem>}
      <Button variant="plainDanger" onClick={onDelete}>
        Delete selected
      </Button>
    </SelectionBar>
  );
};
