import { Link } from 'react-router-dom';
import { Upload } from 'lucide-react';
import { useRef, type ChangeEvent } from 'react';
import { Button } from '../../../ui/button.tsx';
import { adminPostPath } from '../../../paths.ts';
import { Problem, Status } from '../../../ui/messages.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import styles from './import-posts.module.css';
import type { ImportedPost, ImportMessage } from './import-answer.ts';
import { sizeOf, useImport, type ImportState } from './use-import.ts';

interface ChooseFilesProps {
  readonly onChoose: (files: readonly File[]) => void;
}

/** Asks for Markdown files. */
export const ChooseFiles = ({ onChoose }: ChooseFilesProps) => {
  const input = useRef<HTMLInputElement>(null);
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    onChoose([...(target.files ?? [])]);
    // So that the same files can be chosen again.
    target.value = '';
  };
  return (
    <>
      <input
        ref={input}
        className={styles.input}
        type="file"
        accept=".md,text/markdown"
        multiple
        aria-label="Markdown files"
        onChange={choose}
      />
      <Button onClick={() => input.current?.click()}>
        <Upload size={18} aria-hidden="true" />
        Upload .md files
      </Button>
    </>
  );
};

/** Names that are shown, before 'and more…'. */
const IMPORT_PREVIEW_NAMES = 10;

interface ChosenFilesProps {
  readonly files: readonly File[];
  /** How much of all files together is on its way, from 0 to 1; undefined while none is sent. */
  readonly progress: number | undefined;
}

/** Files are sent one after the other, so that each has its share of what is on its way. */
const stateOf = (files: readonly File[], index: number, progress: number): string => {
  const sent = progress * sizeOf(files) - sizeOf(files.slice(0, index));
  const size = files[index]?.size ?? 0;
  if (sent >= size) return 'Sent';
  return sent <= 0 ? 'Waiting' : `${Math.round((sent / size) * 100)} %`;
};

/** The names of the first files that are chosen, and how far each has got. */
const ChosenFiles = ({ files, progress }: ChosenFilesProps) => (
  <ul className={styles.files} aria-label="Chosen files">
    {files.slice(0, IMPORT_PREVIEW_NAMES).map(({ name }, index) => (
      <li key={index}>
        {name}
        {progress !== undefined && (
          <span className={styles.state}> {stateOf(files, index, progress)}</span>
        )}
      </li>
    ))}
    {files.length > IMPORT_PREVIEW_NAMES && <li>and more…</li>}
  </ul>
);

interface FileMessagesProps {
  readonly title: string;
  readonly tone: 'error' | 'warning';
  readonly messages: readonly ImportMessage[];
}

/** What is wrong with files, each with its name where that is known. */
const FileMessages = ({ title, tone, messages }: FileMessagesProps) =>
  messages.length > 0 && (
    <div className={styles.messages} data-tone={tone}>
      <h2 className={styles.messagesTitle}>{title}</h2>
      <ul className={styles.files}>
        {messages.map(({ file, message }, index) => (
          <li key={index}>
            {file !== undefined && (
              <>
                <strong>{file}</strong>:{' '}
              </>
            )}
            {message}
          </li>
        ))}
      </ul>
    </div>
  );

interface PostLinksProps {
  readonly label: string;
  readonly posts: readonly ImportedPost[];
}

/** Leads to the first of the posts. */
const PostLinks = ({ label, posts }: PostLinksProps) => (
  <ul className={styles.files} aria-label={label}>
    {posts.slice(0, IMPORT_PREVIEW_NAMES).map(({ id, title }) => (
      <li key={id}>
        <Link to={adminPostPath(id)}>{title}</Link>
      </li>
    ))}
    {posts.length > IMPORT_PREVIEW_NAMES && <li>and more…</li>}
  </ul>
);

/** How an import goes, which posts it made, and which files it left out or knows. */
const ImportOutcome = ({ status }: { readonly status: ImportState }) => {
  const { state } = status;
  const { saved = [], errors = [], warnings = [], already = [] } = 'errors' in status ? status : {};
  return (
    <>
      {state === 'sending' && <ProgressBar label="Import" value={status.progress} />}
      {state === 'failed' && <Problem>{status.message}</Problem>}
      <Status
        message={state === 'done' ? status.message : state === 'sending' ? 'Importing…' : undefined}
        tone={state === 'done' ? 'ok' : 'progress'}
      />
      {saved.length > 0 && <PostLinks label="Imported posts" posts={saved} />}
      {already.length > 0 && (
        <div>
          <h2 className={styles.messagesTitle}>Already imported</h2>
          <PostLinks label="Already imported" posts={already} />
        </div>
      )}
      <FileMessages title="Upload errors" tone="error" messages={errors} />
      <FileMessages title="Imported, but not as it was meant" tone="warning" messages={warnings} />
    </>
  );
};

interface ImportPostsProps {
  /** What was chosen; empty before anything is, and after the import. */
  readonly files: readonly File[];
  /** Called whenever there are new posts. */
  readonly onImported: () => void;
  /** Called when all files were sent. */
  readonly onDone: () => void;
  /** Also while the files are being sent, and then they may become posts all the same. */
  readonly onCancel: () => void;
}

/** Imports posts from Markdown files, all good ones together. */
export const ImportPosts = ({ files, onImported, onDone, onCancel }: ImportPostsProps) => {
  const { status, send, cancel } = useImport(onImported);

  const importFiles = async () => {
    if (await send(files)) onDone();
  };
  const giveUp = () => {
    cancel();
    onCancel();
  };

  return (
    <section className={styles.import} aria-label="Import posts">
      {files.length > 0 && (
        <>
          <ChosenFiles
            files={files}
            progress={status.state === 'sending' ? status.progress : undefined}
          />
          <div className={styles.actions}>
            <Button
              look="primary"
              pending={status.state === 'sending'}
              onClick={() => void importFiles()}
            >
              Import selected .md files
            </Button>
            <Button onClick={giveUp}>Cancel</Button>
          </div>
        </>
      )}
      <ImportOutcome status={status} />
    </section>
  );
};
