import { type Upload } from 'content-schema';
import type { ComponentProps } from 'react';
import { Button } from '../../ui/button.tsx';
import { Problem } from '../../ui/messages.tsx';
import { Status } from '../../ui/status.tsx';
import { COPY_FAILED, useCopy } from '../../ui/use-copy.ts';
import { photoMarkdown } from '../../data/photos.ts';
import type { PhotoOrder } from '../layout/photo-order.ts';
import { classNames } from '../../ui/class-names.ts';
import { SearchField, SelectField } from '../layout/list-fields.tsx';
import { SelectionBar } from '../layout/select-box.tsx';
import { ToggleButtons } from '../layout/toggle-buttons.tsx';
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

const ORDERS: Readonly<Record<PhotoOrder, string>> = {
  newest: 'Newest',
  name: 'Name',
  size: 'Size',
};

const VIEWS = { table: 'Table', grid: 'Grid' } as const;

/** The fields that search, sort and arrange the photos. */
export const PhotoTools = ({ listing, onChange }: PhotoToolsProps) => (
  <search className={classNames(fields.fields, fields.row)}>
    <SearchField value={listing.words} onChange={(words) => onChange({ ...listing, words })} />
    <SelectField
      label="Sort by"
      value={listing.order}
      options={Object.entries(ORDERS)}
      onChange={(order) => onChange({ ...listing, order })}
    />
    <div className={styles.views}>
      <ToggleButtons
        label="View"
        options={VIEWS}
        value={listing.view}
        onChange={(view) => onChange({ ...listing, view })}
      />
    </div>
  </search>
);

interface SelectedPhotosProps extends Pick<
  ComponentProps<typeof SelectionBar>,
  'total' | 'all' | 'onSelectAll'
> {
  readonly selected: readonly Upload[];
  readonly onDelete: () => void;
}

/** The actions on the selected photos. */
export const SelectedPhotos = ({ selected, onDelete, ...bar }: SelectedPhotosProps) => {
  const { state, copy } = useCopy();
  const markdown = selected.map(({ id, alt = '' }) => photoMarkdown(alt, id)).join('\n');
  return (
    <SelectionBar {...bar} label="Select all" count={selected.length} actions="Selected photos">
      <Button variant="plainStrong" onClick={() => void copy(markdown)}>
        Copy markdown of selected
      </Button>
      <Status message={state === 'copied' ? 'Copied!' : undefined} tone="ok" />
      {state === 'failed' && <Problem>{COPY_FAILED}</Problem>}
      <Button variant="plainDanger" onClick={onDelete}>
        Delete selected
      </Button>
    </SelectionBar>
  );
};
