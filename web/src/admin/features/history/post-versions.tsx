import { useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { useResponse } from '../../../data/use-loaded.ts';
import { FAILED, useAllChanges } from './use-history.ts';
import { commitPath } from './paths.ts';
import { Button } from '../../../ui/button.tsx';
import { Problem, Status } from '../../../ui/messages.tsx';
import { momentOfChange, subjectText } from '../../core/editing/changes/change-names.ts';
import { ContentPending } from '../../core/layout/admin-page.tsx';
import { classNames } from '../../../ui/class-names.ts';
import styles from './post-versions.module.css';
import { RenderedVersion, readPostVersion } from '../../core/editing/compare/rendered-version.tsx';
import { VersionSteps } from './version-steps.tsx';

const Version = ({ path, sha }: { readonly path: string; readonly sha: string }) => {
  const { response, error } = useResponse('GET /compare', { query: { to: sha } }, FAILED);
  if (error !== undefined) return <Problem>{error}</Problem>;
  if (!response) return <Status message="Loading…" />;
  const after = response.files?.find((file) => file.path === path)?.after;
  if (after === null) return <p className="note">The post was deleted then.</p>;
  const version = readPostVersion(after);
  if (!version) return <p className="note">This version is too long to show here.</p>;
  return <RenderedVersion version={version} />;
};

const AllVersions = ({ path }: { readonly path: string }) => {
  const { response: versions, error, reload } = useAllChanges(path);
  const [chosen, choose] = useState<string>();
  if (!versions) return <ContentPending error={error} retry={reload} />;
  const index = Math.max(
    versions.findIndex(({ sha }) => sha === chosen),
    0,
  );
  const shown = versions[index];
  if (!shown) return null;
  return (
    <>
      <div className={classNames('stack-1', styles.steps)}>
        <VersionSteps older={versions[index + 1]} newer={versions[index - 1]} onStep={choose}>
          <p className="strong">
            Version {versions.length - index} of {versions.length}
          </p>
        </VersionSteps>
        <p className="note">
          {momentOfChange(shown.date)}: <Link to={commitPath(shown.sha)}>{subjectText(shown)}</Link>
        </p>
      </div>
      <div className={classNames('card', styles.shown)}>
        <Version path={path} sha={shown.sha} />
      </div>
    </>
  );
};

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
