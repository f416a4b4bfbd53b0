import { mergeValues } from 'content-schema/merge';
import type { FieldNames } from '../form-part.ts';
import { Differences } from './differences.tsx';
import { fieldName } from './field-name.ts';
import { isImage, readableText } from './readable-text.ts';
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
            {isImage(mine) ? (
              <ShownValue value={mine} />
            ) : (
              <Differences before={readableText(theirs)} after={readableText(mine)} />
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
};
