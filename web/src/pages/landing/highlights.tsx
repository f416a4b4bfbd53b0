import type { Profile } from 'content-schema';
import styles from './hero.module.css';

interface HighlightsProps {
  readonly profile: Profile;
}

/** Where, when and what for; only what has a value, and nothing when highlights are off. */
export const Highlights = ({ profile }: HighlightsProps) => {
  const { highlightsEnabled, location, availability, focusAreas } = profile;
  const items = [
    { term: 'Location', value: location },
    { term: 'Availability', value: availability.value },
    { term: 'Focus areas', value: focusAreas.value },
  ].filter(({ value }) => value.trim() !== '');
  if (!highlightsEnabled || items.length === 0) return null;
  return (
    <dl className={styles.highlights}>
      {items.map(({ term, value }) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd dir="auto">{value}</dd>
        </div>
      ))}
    </dl>
  );
};
