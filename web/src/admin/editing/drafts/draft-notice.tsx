import { Button } from '../../../ui/button.tsx';
import { ChangeList } from '../conflict/change-list.tsx';
import type { DraftOffer, FormPart } from '../form-part.ts';
import styles from './draft-notice.module.css';

interface DraftNoticeProps {
  readonly parts: readonly FormPart[];
}

type OfferingPart = FormPart & { readonly draft: DraftOffer };

const isOffering = (part: FormPart): part is OfferingPart => part.draft !== undefined;

const DATE = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

const Time = ({ at }: { readonly at: number }) => (
  <time dateTime={new Date(at).toISOString()}>{DATE.format(at)}</time>
);

/** Offers what was left unsaved; nothing of it is applied until the administrator says so. */
export const DraftNotice = ({ parts }: DraftNoticeProps) => {
  const offering = parts.filter(isOffering);
  const keptAt = Math.max(...offering.map(({ draft }) => draft.keptAt));
  return (
    <div className={styles.live} role="status">
      {offering.length > 0 && (
        <div className={styles.notice}>
          <p className={styles.title}>
            You have unsaved changes from <Time at={keptAt} />
          </p>
          {offering.some(({ draft }) => draft.outdated) && (
            <p className={styles.note}>What is stored has changed since then.</p>
          )}
          <details className={styles.details}>
            <summary>Compare with what is stored now</summary>
            {offering.map(({ name, draft, fieldNames }) => (
              <ChangeList
                key={name}
                before={draft.stored}
                after={draft.value}
                fieldNames={fieldNames}
              />
            ))}
          </details>
          <div className={styles.actions}>
            <Button look="primary" onClick={() => offering.forEach(({ draft }) => draft.restore())}>
              Restore
            </Button>
            <Button onClick={() => offering.forEach(({ draft }) => draft.discard())}>
              Discard
            </Button>
          </div>
        </div>
      )}
    </div>
  );
};
