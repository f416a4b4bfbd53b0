import { useId, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { type ListFilter, filterQuery, ORDERS, readFilter, VISIBILITIES } from './list-filter.ts';
import { classNames } from '../../../ui/class-names.ts';
import fields from '../../layout/list-fields.module.css';
import styles from './post-filter.module.css';

/**
 * Keeps the filter in the address. Typing replaces the address without a navigation, which would
 * move the focus to the heading.
 */
export const useListFilter = (): [ListFilter, (filter: ListFilter) => void] => {
  const { search } = useLocation();
  const [navigated, setNavigated] = useState(search);
  const [filter, setFilter] = useState(() => readFilter(search));
  if (search !== navigated) {
    setNavigated(search);
    setFilter(readFilter(search));
  }

  const change = (next: ListFilter) => {
    setFilter(next);
    history.replaceState(history.state, '', `${location.pathname}${filterQuery(next)}`);
  };
  return [filter, change];
};

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly names: Readonly<Record<Value, string>>;
  readonly onChange: (value: Value) => void;
}

const Choice = <Value extends string>({ label, value, names, onChange }: ChoiceProps<Value>) => {
  const id = useId();
  return (
    <div>
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => onChange(event.target.value as Value)}>
        {Object.entries<string>(names).map(([key, name]) => (
          <option key={key} value={key}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
};

interface PostFilterProps {
  readonly filter: ListFilter;
  readonly tags: readonly string[];
  readonly onChange: (filter: ListFilter) => void;
}

/** The fields that filter and sort the list of posts. */
export const PostFilter = ({ filter, tags, onChange }: PostFilterProps) => {
  const searchId = useId();
  const { words, tag, show, order } = filter;
  const narrow = (changes: Partial<ListFilter>) => onChange({ ...filter, ...changes, page: null });
  const known = tag === '' || tags.includes(tag) ? tags : [tag, ...tags];
  const tagNames = Object.fromEntries(known.map((it) => [it, it]));
  return (
    <search className={classNames(fields.fields, styles.filter)}>
      <div>
        <label htmlFor={searchId}>Search</label>
        <input
          id={searchId}
          type="search"
          autoComplete="off"
          value={words}
          onChange={(event) => narrow({ words: event.target.value })}
        />
      </div>
      <Choice
        label="Tag"
        value={tag}
        names={{ '': 'All tags', ...tagNames }}
        onChange={(chosen) => narrow({ tag: chosen })}
      />
      <Choice
        label="Show"
        value={show}
        names={VISIBILITIES}
        onChange={(chosen) => narrow({ show: chosen })}
      />
      <Choice
        label="Sort by"
        value={order}
        names={ORDERS}
        onChange={(chosen) => narrow({ order: chosen })}
      />
    </search>
  );
};
