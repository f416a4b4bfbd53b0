import { Link } from 'react-router-dom';
import { ButtonLink } from '../../../ui/button.tsx';
import { ChangeTime } from '../../core/editing/changes/change-view.tsx';
import type { SlotProps } from '../../core/feature.tsx';
import { historyPath } from './paths.ts';
import { useNewestChanges } from './use-history.ts';

export const HistoryLink = (props: SlotProps['fileHistory']) => {
  const { path, part = '', of, variant = 'plain', children } = props;
  const to = historyPath({ path, part });
  if (children !== undefined) return <Link to={to}>{children}</Link>;
  return (
    <ButtonLink
      variant={variant}
      to={to}
      aria-label={of === undefined ? undefined : `History of ${of}`}
    >
      <span>
        History
        {of !== undefined && <span className="wide-only"> of {of}</span>}
      </span>
    </ButtonLink>
  );
};

/** Links to a file on GitHub. Renders nothing if the content is stored elsewhere. */
export const FileLinks = ({ path }: SlotProps['filePages']) => {
  const pages = useNewestChanges(path)?.file;
  if (!pages) return null;
  return (
    <p className="note line">
      At GitHub: <a href={pages.url}>the file</a>
      <a href={pages.blame}>who wrote each line</a>
    </p>
  );
};

/** Who changed a file last, and when; nothing until that has loaded. */
export const LastChange = ({ file }: SlotProps['lastChange']) => {
  const change = useNewestChanges(file)?.commits[0];
  return (
    change && (
      <>
        by {change.author.name}, <ChangeTime at={change.date} />
      </>
    )
  );
};
