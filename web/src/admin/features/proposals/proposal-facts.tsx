import {
  isLogoPath,
  isPhotoDetailsPath,
  photoDetailsPath,
  photoOf,
  postIdOf,
  type ProposalSummary,
  counted,
} from 'content-schema';
import { momentOfChange } from '../../core/editing/changes/change-names.ts';
import { MAIN_FILES } from '../../core/editing/edit/targets.ts';
import badges from '../../core/layout/badges.module.css';

export const UNTITLED = 'Without a title';

const STATES = {
  approved: 'Approved',
  'changes-requested': 'Changes requested',
  required: 'Needs a review',
  passed: 'Checks passed',
  failed: 'Checks failed',
  running: 'Checks running',
} as const;

const DAY_MS = 24 * 60 * 60 * 1000;
const ago = new Intl.RelativeTimeFormat('en-GB', { numeric: 'auto' });

/** For example `3 days ago`. */
const ageOf = (isoDate: string): string =>
  ago.format(Math.ceil((Date.parse(isoDate) - Date.now()) / DAY_MS), 'day');

const COUNTED = ['post', 'photo', 'other file'];
const NAMED = [...MAIN_FILES.values()].map(({ title }) => title.toLowerCase());
const KINDS = ['post', ...NAMED, 'logo', 'photo', 'other file'];

const kindOf = (path: string): string => {
  if (postIdOf(path) !== undefined) return 'post';
  if (photoOf(path) || isPhotoDetailsPath(path)) return 'photo';
  return isLogoPath(path) ? 'logo' : (MAIN_FILES.get(path)?.title.toLowerCase() ?? 'other file');
};

/** What changed files hold, e.g. `2 posts, profile`. */
export const touchedText = (paths: readonly string[]): string => {
  const details = new Set(paths.map((path) => photoOf(path) && photoDetailsPath(path)));
  const kinds = paths.filter((path) => !details.has(path)).map(kindOf);
  return KINDS.flatMap((kind) => {
    const count = kinds.filter((each) => each === kind).length;
    return count === 0 ? [] : COUNTED.includes(kind) ? counted(count, kind) : kind;
  }).join(', ');
};

export const ProposalFacts = ({ proposal }: { readonly proposal: ProposalSummary }) => {
  const { id, author, isFork, date, url, paths, review, checks } = proposal;
  return (
    <p className="facts note">
      <bdi>{author}</bdi>
      {isFork && <span className={badges.badge}>From a fork</span>}
      <time dateTime={date} title={momentOfChange(date)}>
        {ageOf(date)}
      </time>
      <span>{touchedText(paths)}</span>
      {review && <span>{STATES[review]}</span>}
      {checks && <span>{STATES[checks]}</span>}
      {url !== undefined && <a href={url}>#{id} at GitHub</a>}
    </p>
  );
};
