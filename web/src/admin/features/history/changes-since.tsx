import type { SiteChange } from 'content-schema';
import { EXPERIENCES, HOME, postPath } from '../../../paths.ts';

interface ChangesSinceProps {
  readonly changes: readonly SiteChange[];
  readonly onOpen: (page: string) => void;
}

const ENTITIES = {
  site: ['Site metadata', HOME],
  profile: ['Profile', HOME],
  experiences: ['Experiences', EXPERIENCES],
  sections: ['Education and more', EXPERIENCES],
} as const;

/** What was changed, and its page in that version: a post that was added later has none. */
const shownOf = (change: SiteChange): readonly [text: string, page?: string] => {
  if (change.kind === 'photo') return [change.filename];
  if (change.kind !== 'post') return ENTITIES[change.kind];
  return change.status === 'added' ? [change.title] : [change.title, postPath(change.id)];
};

/** The names of the groups, in their order. */
const GROUPS = {
  'post added': 'New posts',
  'post changed': 'Changed posts',
  'post removed': 'Posts that visitors no longer see',
  other: 'Changed elsewhere',
  'photo added': 'New photos',
  'photo changed': 'Changed photos',
  'photo removed': 'Deleted photos',
};

/** The maximum number of changes to list per kind; the rest is counted. */
const SHOWN_MAX = 12;

/** Lists what differs for visitors between the shown version and today. */
export const ChangesSince = ({ changes, onOpen }: ChangesSinceProps) => {
  if (changes.length === 0) {
    return <p className="muted">Visitors see the same today.</p>;
  }
  return (
    <dl className="stack-4 small">
      {Object.entries(GROUPS).map(([group, name]) => {
        const all = changes.filter(
          (change) => ('status' in change ? `${change.kind} ${change.status}` : 'other') === group,
        );
        if (all.length === 0) return null;
        return (
          <div key={name} className="stack-1">
            <dt className="muted">{name}</dt>
            {all.slice(0, SHOWN_MAX).map((change, index) => {
              const [text, page] = shownOf(change);
              return (
                <dd key={index} dir="auto">
                  {page === undefined ? (
                    text
                  ) : (
                    <button
                      type="button"
                      className="bare quiet-link arrow-link"
                      onClick={() => onOpen(page)}
                    >
                      {text}
                    </button>
                  )}
                </dd>
              );
            })}
            {all.length > SHOWN_MAX && <dd>and {all.length - SHOWN_MAX} more</dd>}
          </div>
        );
      })}
    </dl>
  );
};
