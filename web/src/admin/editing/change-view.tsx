import { fieldName } from 'content-schema';
import { changesOf, withoutMostOfTheSame, type Change } from './changes.ts';
import { differencesOf, isImage, readableText, type NamedValue } from './conflict.ts';
import type { FieldNames } from './form-part.ts';
import styles from './change-view.module.css';

const MOMENT = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

/** A date and time of day; `at` is in milliseconds since 1970. */
export const Moment = ({ at }: { readonly at: number }) => (
  <time dateTime={new Date(at).toISOString()}>{MOMENT.format(at)}</time>
);

const TAGS = { same: 'span', added: 'ins', removed: 'del' } as const;

/** Two texts as one, with the words marked that are in one of them only. */
const ChangedText = ({ changes }: { readonly changes: readonly Change[] }) => (
  <div className={styles.value} dir="auto">
    {withoutMostOfTheSame(changes).map(({ kind, text }, index) => {
      const Tag = TAGS[kind];
      return <Tag key={index}>{text}</Tag>;
    })}
  </div>
);

/** Without empty lines around it. */
const shownText = (value: unknown, named: NamedValue): string =>
  readableText(value, named).replace(/^\n+|\n+$/g, '');

interface ShownValueProps extends NamedValue {
  readonly value: unknown;
  /** What it came from; what differs from that is marked. */
  readonly before?: unknown;
  /** What it came from is shown elsewhere, and not repeated where nothing of it stayed. */
  readonly isBeforeShown?: boolean;
}

/** A value of a form, for reading. */
export const ShownValue = (props: ShownValueProps) => {
  const { value, before, isBeforeShown = false } = props;
  if (isImage(value)) return <img className={styles.image} src={value} alt="" />;
  const text = shownText(value, props);
  const earlier = before === undefined ? text : isImage(before) ? '' : shownText(before, props);
  if (text === '') {
    return (
      <div className={styles.value}>
        <i>{before === undefined || readableText(before) === '' ? 'Empty' : 'Removed'}</i>
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

/** The fields in which two values differ. */
export const ChangeList = ({ before, after, fieldNames }: ChangeListProps) => (
  <dl className={styles.list}>
    {differencesOf(before, after).map(({ field, entry, theirs, mine }) => (
      <div key={field}>
        <dt>
          {fieldName(fieldNames, field)}
          {entry !== undefined && <span className={styles.entry}>{entry}</span>}
        </dt>
        <dd>
          <ShownValue names={fieldNames} path={field} before={theirs} value={mine} />
        </dd>
      </div>
    ))}
  </dl>
);
