import { classNames } from '../../../ui/class-names.ts';
import { SearchField, SelectField } from '../../layout/list-fields.tsx';
import fields from '../../layout/list-fields.module.css';
import { ORDERS, VISIBILITIES, type ListFilter } from './list-filter.ts';
import styles from './post-filter.module.css';

interface PostFilterProps {
  readonly filter: ListFilter;
  readonly tags: readonly string[];
  readonly onChange: (filter: ListFilter) => void;
}

/** The fields that filter and sort the list of posts. */
export const PostFilter = ({ filter, tags, onChange }: PostFilterProps) => {
  const { words, tag, show, order } = filter;
  const narrow = (changes: Partial<ListFilter>) => onChange({ ...filter, ...changes, page: null });
  const listedTags = tag === '' || tags.includes(tag) ? tags : [tag, ...tags];
  return (
    <search className={classNames(fields.fields, styles.filter)}>
      <SearchField value={words} onChange={(chosen) => narrow({ words: chosen })} />
      <SelectField
        label="Tag"
        value={tag}
        options={[['', 'All tags'], ...listedTags.map((name) => [name, name] as const)]}
        onChange={(chosen) => narrow({ tag: chosen })}
      />
      <SelectField
        label="Show"
        value={show}
        options={Object.entries(VISIBILITIES)}
        onChange={(chosen) => narrow({ show: chosen })}
      />
      <SelectField
        label="Sort by"
        value={order}
        options={Object.entries(ORDERS)}
        onChange={(chosen) => narrow({ order: chosen })}
      />
    </search>
  );
};
