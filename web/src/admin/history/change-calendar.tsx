import { useEffect, useId, useRef, type KeyboardEvent, type KeyboardEventHandler } from 'react';
import { Link } from 'react-router-dom';
import { useHistoryDays } from '../../data/history.ts';
import { historyPath, type HistoryFilter } from '../../paths.ts';
import { dayOfChange } from '../editing/change-names.ts';
import { dayAt, levelOf, weeksUpTo, type CalendarDay } from './calendar-weeks.ts';
import styles from './change-calendar.module.css';

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** The time is noon local time, so that the date stays the same in every time zone. */
const nameOfDay = (date: string): string => dayOfChange(`${date}T12:00:00`);

const countOf = (changes: number): string => `${changes} ${changes === 1 ? 'change' : 'changes'}`;

interface DayProps {
  readonly day: CalendarDay;
  readonly most: number;
  readonly address: string;
  readonly isChosen: boolean;
  /** Whether Tab reaches this day; from there the arrow keys move to the others. */
  readonly isTabStop: boolean;
  readonly onKeyDown: KeyboardEventHandler<HTMLElement>;
}

const Day = ({ day: { date, changes }, most, address, ...props }: DayProps) => {
  const { isChosen, isTabStop, onKeyDown } = props;
  const level = levelOf(changes, most);
  if (level === 0)
    return <span className={styles.day} data-level={changes === undefined ? '' : 0} />;
  const name = `${nameOfDay(date)}: ${countOf(changes ?? 0)}`;
  return (
    <Link
      className={styles.day}
      to={address}
      data-level={level}
      data-date={date}
      tabIndex={isTabStop ? 0 : -1}
      aria-current={isChosen ? 'date' : undefined}
      aria-label={name}
      title={name}
      onKeyDown={onKeyDown}
    />
  );
};

interface ChangeCalendarProps {
  readonly filter: HistoryFilter;
  /** For example `2026-01-31`. */
  readonly today: string;
}

/**
 * Shows the past year by day. More changes make a larger and stronger mark, and each day links to
 * its changes.
 */
export const ChangeCalendar = ({ filter, today }: ChangeCalendarProps) => {
  const { path = '', part = '', q = '', day: chosen = '' } = filter;
  const titleId = useId();
  const answer = useHistoryDays(filter);
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Scrolls to the newest weeks, at the end.
    if (answer) frame.current?.scrollTo({ left: frame.current.scrollWidth });
  }, [answer]);
  if (!answer) return <div className={styles.calendar} aria-hidden="true" />;

  const weeks = weeksUpTo(today, answer);
  const changed = weeks
    .flatMap(({ days }) => days)
    .filter((day) => day !== undefined)
    .filter(({ changes }) => changes !== undefined && changes > 0);
  const most = Math.max(1, ...changed.map(({ changes }) => changes ?? 0));
  const total = changed.reduce((sum, { changes }) => sum + (changes ?? 0), 0);
  const tabStop = changed.find(({ date }) => date === chosen) ?? changed.at(-1);

  const move = (event: KeyboardEvent<HTMLElement>) => {
    const next = dayAt(event.key, changed, event.currentTarget.dataset['date']);
    if (!next) return;
    event.preventDefault();
    frame.current?.querySelector<HTMLElement>(`[data-date="${next.date}"]`)?.focus();
  };

  return (
    <section className={styles.calendar} aria-labelledby={titleId}>
      <h2 id={titleId} className={styles.title}>
        {countOf(total)} in the past year
        {answer.since > (weeks[1]?.days[0]?.date ?? '') &&
          ` (counted since ${nameOfDay(answer.since)})`}
      </h2>
      <div ref={frame} className={styles.frame}>
        <table className={styles.weeks}>
          <caption className="visually-hidden">
            The arrow keys lead from day to day with a change.
          </caption>
          <thead>
            <tr>
              <td />
              {weeks.map(({ month }, week) => (
                <th key={week} scope="col">
                  {month}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {WEEKDAYS.map((weekday, row) => (
              <tr key={weekday}>
                <th scope="row">
                  <abbr title={weekday}>{weekday.slice(0, 3)}</abbr>
                </th>
                {weeks.map(({ days }, week) => {
                  const day = days[row];
                  return (
                    <td key={week}>
                      {day && (
                        <Day
                          day={day}
                          most={most}
                          address={historyPath({
                            path,
                            part,
                            q,
                            day: day.date === chosen ? '' : day.date,
                          })}
                          isChosen={day.date === chosen}
                          isTabStop={day === tabStop}
                          onKeyDown={move}
                        />
                      )}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
};
