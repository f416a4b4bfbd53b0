import type { CommitSummary } from 'content-schema';
import { useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { useAllChanges, useCommit } from '../../data/history.ts';
import { commitPath } from '../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Problem } from '../../ui/messages.tsx';
import { Status } from '../../ui/status.tsx';
import { momentOfChange, subjectText } from '../editing/changes/change-names.ts';
import { ContentPending } from '../layout/admin-page.tsx';
import { classNames } from '../../ui/class-names.ts';
import { useDebounced } from '../../ui/use-debounced.ts';
import styles from './post-versions.module.css';
import { RenderedVersion, readPostVersion } from '../editing/compare/rendered-version.tsx';

const Version = ({ path, sha }: { readonly path: string; readonly sha: string }) => {
  const { response, error } = useCommit(sha);
  if (error !== undefined) return <Problem>{error}</Problem>;
  if (!response) return <Status message="Loading…" />;
  const after = response.files.find((file) => file.path === path)?.after;
  if (after === null) return <p className="note">The post was deleted then.</p>;
  const version = readPostVersion(after);
  if (!version) return <p className="note">This version is too long to show here.</p>;
  return <RenderedVersion version={version} />;
};

/** The delay that avoids loading versions which the slider only passes. */
const DEBOUNCE_MS = 150;

const nameOf = ({ date, subject }: CommitSummary): string =>
  `${momentOfChange(date)}: ${subjectText(subject)}`;

interface SliderProps {
  readonly path: string;
  /** Oldest first; initially the last one is shown. */
  readonly versions: readonly CommitSummary[];
}

const Slider = ({ path, versions }: SliderProps) => {
  const id = useId();
  const last = versions.length - 1;
  const [position, setPosition] = useState(last);
  const shown = versions[Math.min(position, last)];
  const sha = useDebounced(shown?.sha ?? '', DEBOUNCE_MS);
  if (!shown) return null;
  return (
    <>
      <div className={classNames('stack-1', styles.slider)}>
        <label htmlFor={id} className="strong">
          Version {position + 1} of {versions.length}
        </label>
        <input
          id={id}
          type="range"
          min={0}
          max={last}
          value={position}
          aria-valuetext={nameOf(shown)}
          onChange={({ target }) => setPosition(Number(target.value))}
        />
        <p className="note">
          {momentOfChange(shown.date)}:{' '}
          <Link to={commitPath(shown.sha)}>{subjectText(shown.subject)}</Link>
        </p>
      </div>
      <div className={classNames('card', styles.shown)}>
        <Version path={path} sha={sha} />
      </div>
    </>
  );
};

const AllVersions = ({ path }: { readonly path: string }) => {
  const { response, error, reload } = useAllChanges(path);
  if (!response) return <ContentPending error={error} retry={reload} />;
  return <Slider key={response[0]?.sha} path={path} versions={response.toReversed()} />;
};

/** A slider through the versions of a post, each shown as visitors saw it. */
export const PostVersions = ({ path }: { readonly path: string }) => {
  const titleId = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <section className="stack-4" aria-labelledby={titleId}>
      <h2 id={titleId} hidden={!isOpen} className="larger">
        Versions
      </h2>
      <div>
        <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Close the versions' : 'Look through the versions'}
        </Button>
      </div>
      {isOpen && <AllVersions path={path} />}
    </section>
  );
};
