import {
  isContentPath,
  photoDetailsPath,
  photoOf,
  type CommitResponse,
  type CompareResponse,
  type FileChange,
} from 'content-schema';
import { useParams } from 'react-router-dom';
import { useState } from 'react';
import { ContentPending, AdminPage } from '../../core/layout/admin-page.tsx';
import { ActionNote, useAction } from '../../core/layout/action.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { useAsk } from '../../core/layout/question.tsx';
import { HISTORY, sitePath } from './paths.ts';
import {
  SHORT_SHA,
  dayOfChange,
  momentOfChange,
  subjectText,
  timeOfChange,
} from '../../core/editing/changes/change-names.ts';
import { useCompared } from '../../../data/use-loaded.ts';
import { FAILED, useHistoryCalls } from './use-history.ts';
import { ChangeTime } from '../../core/editing/changes/change-view.tsx';
import { useUndo } from '../../core/editing/changes/undo.tsx';
import { CodeLink } from '../../core/layout/code-link.tsx';
import { CompareView } from '../../core/editing/compare/compare-view.tsx';
import { useAuthorName } from './author-name.ts';

const BACK = { to: HISTORY, text: 'Back to history' };

/** `Undone at 22:36`, with the date if that is not today. */
const undoneText = (date: string): string =>
  dayOfChange(date) === dayOfChange(new Date().toISOString())
    ? `Undone at ${timeOfChange(date)}`
    : `Undone on ${dayOfChange(date)}`;

const CommitView = ({ commit }: { readonly commit: CommitResponse & CompareResponse }) => {
  const { sha, date, from, files = [], undone } = commit;
  const authorName = useAuthorName();
  const { newerChanges, restore } = useHistoryCalls();
  const undo = useUndo();
  const [undoing, setUndoing] = useState(false);
  const ask = useAsk();
  const [looking, setLooking] = useState(false);
  const { status, run } = useAction();

  const undoChange = async () => {
    setUndoing(true);
    await undo(undone?.sha ?? sha);
    setUndoing(false);
  };

  const askToRestore = async (path: string, name: string) => {
    const words = { done: `${name} restored`, failed: 'The file could not be restored' };
    const onConfirm = () => void run(() => restore(sha, path), words);
    setLooking(true);
    // If loading fails, restoring will fail as well and show the reason.
    const newer = await newerChanges(sha, path).catch(() => []);
    setLooking(false);
    if (newer.length === 0) {
      onConfirm();
      return;
    }
    ask({
      title: `Restore ${name} as of ${dayOfChange(date)}?`,
      text: (
        <>
          <p>This replaces what was changed since then. It can be undone.</p>
          <ul>
            {newer.map((change) => (
              <li key={change.sha}>
                {subjectText(change)}, {momentOfChange(change.date)}
              </li>
            ))}
          </ul>
        </>
      ),
      action: 'Restore',
      onConfirm,
    });
  };

  const slotsOf = ({ path, status: change }: FileChange, name: string, nameId: string) => {
    const isDeleted = change === 'deleted';
    const isOfPhoto = files.some(
      (file) => photoOf(file.path) && photoDetailsPath(file.path) === path,
    );
    // Undoing the deletion brought the file back, and restoring a photo restores its metadata.
    const comesBack = isDeleted && (undone !== undefined || isOfPhoto);
    const action = isContentPath(path) && !comesBack && (
      <Button
        pending={looking || status.state === 'busy'}
        aria-describedby={nameId}
        onClick={() => void askToRestore(path, name)}
      >
        {isDeleted ? 'Bring back' : 'Restore this version'}
      </Button>
    );
    return { action };
  };

  return (
    <AdminPage
      title={subjectText(commit)}
      back={BACK}
      actions={
        <>
          <ButtonLink to={sitePath(sha)}>The site at that time</ButtonLink>
          {undone && <span className="note">{undoneText(undone.date)}</span>}
          {from !== null && (
            <Button pending={undoing} onClick={() => void undoChange()}>
              {undone ? 'Redo' : 'Undo this change'}
            </Button>
          )}
        </>
      }
    >
      <p className="facts note code">
        <span>
          {authorName(commit)}, <ChangeTime at={date} />
        </span>
        <CodeLink url={commit.url}>{sha.slice(0, SHORT_SHA)}</CodeLink>
      </p>
      <CompareView comparison={commit} slotsOf={slotsOf}>
        {files.length === 0 ? (
          <p>No file was changed.</p>
        ) : (
          <p className="note">
            A file that is restored becomes what it was after this change, or just before it was
            deleted. That is a change of its own: what is there now stays in the history.
          </p>
        )}
      </CompareView>
      <ActionNote status={status} busy="Restoring…" />
    </AdminPage>
  );
};

const CommitPage = () => {
  const { commit = '' } = useParams();
  const input = { params: { commit } };
  const { response, error, reload } = useCompared('GET /history/{commit}', input, FAILED);
  if (response) return <CommitView commit={response} />;
  return (
    <AdminPage title="Change" back={BACK}>
      <ContentPending error={error} retry={reload} />
    </AdminPage>
  );
};

export default CommitPage;
