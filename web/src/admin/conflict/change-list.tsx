import { mergeValues } from 'content-schema/merge';
import type { FieldNames } from '../edit-form/form-part.ts';
import { fieldName } from './field-name.ts';
import { ShownValue } from './shown-value.tsx';
import styles from './change-list.module.css';

interface ChangeListProps {
  readonly before: unknown;
  readonly after: unknown;
  readonly fieldNames: FieldNames;
}

/** The fields in which two values differ. */
export const ChangeList = ({ before, after, fieldNames }: ChangeListProps) => {
  // Without a common base every difference is a conflict.
  const { conflicts } = mergeValues(undefined, before, after);
  return (
    <dl className={styles.list}>
      {conflicts.map(({ field, theirs, mine }) => (
        <div key={field}>
          <dt>{fieldName(fieldNames, field)}</dt>
          <dd>
            <ShownValue before={theirs} value={mine} />
          </dd>
        </div>
      ))}
    </dl>
  );
};
