import { ArrowLeft, ArrowRight } from 'lucide-react';
import type { SiteVersionResponse } from 'content-schema';
import type { SubmitEvent } from 'react';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import fieldStyles from '../../../ui/form/field.module.css';
import styles from './timeline.module.css';

interface TimelineProps {
  readonly version: SiteVersionResponse;
  readonly busy: boolean;
  readonly onStep: (commit: string) => void;
  /** Is called with the end of the chosen day. */
  readonly onDay: (end: Date) => void;
}

/** In the browser's time zone, and in the form of the control: `2026-01-31`. */
const day = new Intl.DateTimeFormat('sv', { dateStyle: 'short' });

/** Buttons for the previous and next version of the site, and a field for any date. */
export const Timeline = ({ version, busy, onStep, onDay }: TimelineProps) => {
  const { commit, older, newer } = version;
  const openDay = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const chosen = new FormData(event.currentTarget).get('day');
    if (typeof chosen === 'string') onDay(new Date(`${chosen}T23:59:59.999`));
  };
  return (
    <div className={classNames('spread', styles.timeline)} role="group" aria-label="Timeline">
      <Button
        pending={busy}
        disabled={older === null}
        aria-label="Older version"
        onClick={() => older && onStep(older.sha)}
      >
        <ArrowLeft size={16} aria-hidden="true" />
        <span className="wide-only">Older</span>
      </Button>
      <form key={commit.sha} className={styles.day} onSubmit={openDay}>
        <input
          aria-label="Date"
          className={fieldStyles.control}
          type="date"
          name="day"
          required
          defaultValue={day.format(new Date(commit.date))}
        />
        <Button type="submit" pending={busy}>
          Show
        </Button>
      </form>
      <Button
        pending={busy}
        disabled={newer === null}
        aria-label="Newer version"
        onClick={() => newer && onStep(newer.sha)}
      >
        <span className="wide-only">Newer</span>
        <ArrowRight size={16} aria-hidden="true" />
      </Button>
    </div>
  );
};
