import { ArrowLeft, ArrowRight } from 'lucide-react';
import type { SiteVersionResponse } from 'content-schema';
import { useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { momentOfChange } from '../../editing/changes/change-names.ts';
import styles from './timeline.module.css';

interface TimelineProps {
  readonly version: SiteVersionResponse;
  readonly busy: boolean;
  readonly onStep: (commit: string) => void;
  /** Resolves to whether that date has another version. */
  readonly onSlide: (date: Date) => Promise<boolean>;
}

/** The slider counts as released after this time without movement. */
const DEBOUNCE_MS = 250;
const STEPS = 500;

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' });

/** Buttons for the previous and next version of the site, and a slider to any date. */
export const Timeline = ({ version, busy, onStep, onSlide }: TimelineProps) => {
  const { commit, older, newer, began, latest } = version;
  const [chosen, setChosen] = useState<number>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [first, last] = [Date.parse(began), Date.parse(latest)];
  const shown = chosen ?? Date.parse(commit.date);
  const [shownFor, setShownFor] = useState(commit.sha);
  if (shownFor !== commit.sha) {
    setShownFor(commit.sha);
    setChosen(undefined);
  }

  const slide = (milliseconds: number) => {
    setChosen(milliseconds);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      void onSlide(new Date(milliseconds)).then((isAnother) => {
        if (!isAnother) setChosen(undefined);
      });
    }, DEBOUNCE_MS);
  };

  return (
    <div className={styles.timeline} role="group" aria-label="Timeline">
      <Button
        pending={busy}
        disabled={older === null}
        aria-label="Older version"
        onClick={() => older && onStep(older.sha)}
      >
        <ArrowLeft size={16} aria-hidden="true" />
        <span className="wide-only">Older</span>
      </Button>
      <div className="stack-1">
        <input
          aria-label="Date"
          className={styles.range}
          type="range"
          min={first}
          max={Math.max(last, first + 1)}
          step={Math.max(1000, Math.ceil((last - first) / STEPS / 1000) * 1000)}
          value={shown}
          aria-valuetext={momentOfChange(new Date(shown).toISOString())}
          onChange={({ target }) => slide(Number(target.value))}
        />
        <div className="date ends" aria-hidden="true">
          <span>{day.format(first)}</span>
          <span>{day.format(last)}</span>
        </div>
      </div>
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
