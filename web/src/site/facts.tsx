import type { ReactNode } from 'react';
import { classNames } from '../ui/class-names.ts';

interface FactsProps {
  /** The values by their terms. */
  readonly facts: Readonly<Record<string, ReactNode>>;
  readonly className: string | undefined;
}

/** Lists facts with their terms, without empty ones. Renders nothing if none is left. */
export const Facts = ({ facts, className }: FactsProps) => {
  const items = Object.entries(facts).filter(([, value]) => Boolean(value));
  if (items.length === 0) return null;
  return (
    <dl className={classNames('small', className)}>
      {items.map(([term, value]) => (
        <div key={term}>
          <dt className="label">{term}</dt>
          <dd dir="auto">{value}</dd>
        </div>
      ))}
    </dl>
  );
};
