import { fieldName } from 'content-schema';
import { differencesOf } from 'content-schema/merge';
import { momentOfChange, type FieldNames } from './change-names.ts';
import { changesOf, shortenUnchanged, type Change } from './changes.ts';
import { isImage, readableText, type NamedValue } from './conflict.ts';
import { classNames } from '../../../../ui/class-names.ts';
import styles from './change-view.module.css';

/** Shows a date and time: an ISO date, or milliseconds since 1970. */
export const ChangeTime = ({ at }: { readonly at: string | number }) => {
  const date = new Date(at).toISOString();
  return <time dateTime={date}>{momentOfChange(date)}</time>;
};

export const TAGS = { same: 'span', added: 'ins', removed: 'del' } as const;

const ChangedText = ({ changes }: { readonly changes: readonly Change[] }) => (
  <div className={styles.value} dir="auto">
    {shortenUnchanged(changes).map(({ kind, text }, index) => {
      const Tag = TAGS[kind];
      return <Tag key={index}>{text}</Tag>;
    })}
  </div>
);

const shownText = (value: unknown, named: NamedValue): string =>
  readableText(value, named).replace(/^\n+|\n+$/g, '');

interface ShownValueProps extends NamedValue {
  readonly value: unknown;
  /** The previous value, against which differences are marked. */
  readonly before?: unknown;
  /** Whether the previous value is visible elsewhere; not repeated if nothing of it is left. */
  readonly isBeforeShown?: boolean;
}

export const ShownValue = (props: ShownValueProps) => {
  const { value, before, isBeforeShown = false } = props;
  if (isImage(value)) return <img className={styles.image} src={value} alt="" />;
  const text = shownText(value, props);
  const earlier = before === undefined ? text : isImage(before) ? '' : shownText(before, props);
  if (text === '') {
    if (earlier !== '' && !isBeforeShown) {
      return <ChangedText changes={[{ kind: 'removed', text: earlier }]} />;
    }
    return (
      <div className={styles.value}>
        <i className="muted">
          {before === undefined || readableText(before) === '' ? 'Empty' : 'Removed'}
        </i>
      </div>
    );
  }
  const changes = changesOf(earlier, text);
  const isOther = isBeforeShown && changes.every(({ kind }) => kind !== 'same');
  return <ChangedText changes={isOther ? [{ kind: 'added', text }] : changes} />;
};

interface ChangeListProps {
  readonly before: unknown;
  readonly after: unknown;
  readonly fieldNames: FieldNames;
}

export const ChangeList = ({ before, after, fieldNames }: ChangeListProps) => (
  <dl className={classNames('stack-4', styles.list)}>
    {differencesOf(before, after).map(({ field, entry, ...sides }) => {
      const { before: was = null, after: is } = sides;
      return (
        <div key={field}>
          <dt className="strong">
            {fieldName(fieldNames, field)}
            {entry !== undefined && <span className={styles.entry}>{entry}</span>}
          </dt>
          <dd>
            <ShownValue names={fieldNames} path={field} before={was} value={is} />
          </dd>
        </div>
      );
    })}
  </dl>
);
