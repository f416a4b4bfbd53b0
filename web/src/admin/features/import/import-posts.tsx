import { counted, IMPORT_MAX_FILES, type FileMessage, type PostLink } from 'content-schema';
import { Link } from 'react-router-dom';
import { FolderOpen, Upload } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { adminPostPath } from '../../../paths.ts';
import { Checkbox } from '../../../ui/form/choice.tsx';
import { FileButton } from '../../../ui/form/file-button.tsx';
import { Problem, Status } from '../../../ui/messages.tsx';
import { timeOfChange } from '../../core/editing/changes/change-names.ts';
import type { SlotProps } from '../../core/feature.tsx';
import { classNames } from '../../../ui/class-names.ts';
import styles from './import-posts.module.css';
import { batchesOf, isSent, isUndated, imagesOf, type ImportRow } from './import-rows.ts';
import { ImportTable } from './import-table.tsx';
import { OldAddressesPanel } from './old-addresses-panel.tsx';
import { hostsOf } from './remote-pictures.ts';
import { useImport, type ImportHook, type ImportState } from './use-import.ts';

interface ChooseFilesProps {
  readonly disabled: boolean;
  readonly folder?: boolean;
  readonly onChoose: (files: readonly File[]) => void;
}

const ChooseFiles = ({ folder = false, ...choice }: ChooseFilesProps) => {
  const Icon = folder ? FolderOpen : Upload;
  return (
    <FileButton
      {...choice}
      accept=".md,.markdown,.mdx,text/markdown,.zip,.json,.xml,.html,.csv,.txt,image/*"
      multiple
      folder={folder}
    >
      <Icon size={18} aria-hidden="true" />
      {folder ? 'Choose a folder' : 'Upload .md files'}
    </FileButton>
  );
};

const LINKS_SHOWN = 10;

interface FileMessagesProps {
  readonly title: string;
  readonly tone: 'error' | 'warning';
  readonly messages: readonly FileMessage[];
}

const FileMessages = ({ title, tone, messages }: FileMessagesProps) =>
  messages.length > 0 && (
    <div className={styles.messages} data-tone={tone}>
      <h2 className={styles.messagesTitle}>{title}</h2>
      <ul className={classNames('small', styles.files)}>
        {messages.map(({ file, message }, index) => (
          <li key={index}>
            <strong>{file}</strong>: {message}
          </li>
        ))}
      </ul>
    </div>
  );

interface PostLinksProps {
  readonly label: string;
  readonly posts: readonly PostLink[];
}

const PostLinks = ({ label, posts }: PostLinksProps) => (
  <ul className={classNames('small', styles.files)} aria-label={label}>
    {posts.slice(0, LINKS_SHOWN).map(({ id, title }) => (
      <li key={id}>
        <Link to={adminPostPath(id)}>{title}</Link>
      </li>
    ))}
    {posts.length > LINKS_SHOWN && <li>and more…</li>}
  </ul>
);

const PENDING: Partial<Record<ImportState['state'], string>> = {
  reading: 'Reading the files…',
  sending: 'Importing…',
};

const pendingText = (status: ImportState): string | undefined => {
  const pause = status.state === 'sending' ? status.pause : undefined;
  if (!pause) return PENDING[status.state];
  const { until, end } = pause;
  const done = end === undefined ? '' : `, done at about ${timeOfChange(end)}`;
  return `GitHub takes no more pictures for now. Going on at ${timeOfChange(until)}${done}.`;
};

type Stored = Pick<SlotProps['postList'], 'stored'>;

const ImportOutcome = ({ status, stored }: Stored & Pick<ImportHook, 'status'>) => {
  const { state } = status;
  const { errors = [], warnings = [], already = [] } = 'errors' in status ? status : {};
  const ids = new Set(stored?.map(({ id }) => id));
  // Omits links to posts that no longer exist, e.g. after "Undo".
  const saved = 'saved' in status ? status.saved.filter(({ id }) => ids.has(id)) : [];
  return (
    <>
      {state === 'sending' && (
        <progress
          aria-label="Import"
          value={status.sent / Math.max(1, status.images + status.files)}
        />
      )}
      {state === 'failed' && <Problem>{status.message}</Problem>}
      <Status
        message={state === 'done' ? status.message : pendingText(status)}
        tone={state === 'done' ? 'ok' : 'progress'}
      />
      {saved.length > 0 && <PostLinks label="Imported posts" posts={saved} />}
      {already.length > 0 && (
        <div>
          <h2 className={styles.messagesTitle}>Already imported</h2>
          <PostLinks
            label="Already imported"
            posts={already.map(({ id, file }) => ({ id, title: file }))}
          />
        </div>
      )}
      <FileMessages title="Upload errors" tone="error" messages={errors} />
      <FileMessages title="Imported with changes" tone="warning" messages={warnings} />
    </>
  );
};

const summaryOf = (rows: readonly ImportRow[]): string => {
  const sent = rows.filter((row) => isSent(row) && row.problem === undefined);
  const missing = sent.reduce((sum, { links }) => sum + (links?.missing.length ?? 0), 0);
  const undated = sent.filter(isUndated).length;
  const images = imagesOf(sent).size;
  const commits = batchesOf(rows.filter(isSent)).length;
  return [
    `${sent.length} of ${counted(rows.length, 'file')}`,
    ...(images > 0 ? [`${counted(images, 'picture')} with them`] : []),
    ...(missing > 0 ? [`${counted(missing, 'picture')} not found`] : []),
    ...(undated > 0 ? [`${undated} without a date`] : []),
    ...(commits > 1 ? [`${commits} commits of up to ${IMPORT_MAX_FILES} files`] : []),
  ].join(' · ');
};

const FetchPictures = ({ urls, isFetching, setFetching }: ImportHook['pictures']) => {
  const pictures = counted(new Set(urls).size, 'picture');
  const label = `Fetch ${pictures} from ${hostsOf(urls).join(', ')}`;
  return urls[0] && <Checkbox label={label} checked={isFetching} onChange={setFetching} />;
};

const needsFolder = (rows: readonly ImportRow[]): boolean =>
  rows.some(({ links }) => (links?.missing.length ?? 0) > 0) &&
  rows.every(({ chosen }) => !chosen.path.includes('/'));

const ImportPanel = ({ importing, stored }: Stored & { readonly importing: ImportHook }) => {
  const { rows, skipped, pictures, status, oldSite, leaveOut, switchKind, send, cancel } =
    importing;
  return (
    <section className={classNames('stack-4 start', styles.import)} aria-label="Import posts">
      {rows && (
        <>
          <OldAddressesPanel {...{ rows, oldSite }} disabled={status.state === 'sending'} />
          <ImportTable
            {...{ rows, status }}
            onLeaveOut={leaveOut}
            onSwitchKind={(row, kind) => void switchKind(row, kind)}
          />
          <p className="count">
            {summaryOf(rows)}
            {needsFolder(rows) && (
              <span>. Choose their folder, or a .zip of it, to bring them along.</span>
            )}
          </p>
          {status.state === 'idle' && <FetchPictures {...pictures} />}
          {skipped !== '' && <p className="count">{skipped}</p>}
          <div className="cluster-3">
            <Button
              variant="primary"
              pending={status.state === 'sending'}
              disabled={!rows.some(isSent)}
              onClick={() => void send()}
            >
              Import selected .md files
            </Button>
            <Button onClick={cancel}>Cancel</Button>
          </div>
        </>
      )}
      <ImportOutcome status={status} stored={stored} />
    </section>
  );
};

/** Imports posts from Markdown files, all valid ones in one commit. */
const ImportPosts = ({ stored, onChanged, children }: SlotProps['postList']) => {
  const importing = useImport(onChanged);
  const choice = {
    disabled: importing.status.state === 'sending',
    onChoose: (files: readonly File[]) => void importing.choose(files),
  };
  return children({
    actions: (
      <>
        <ChooseFiles {...choice} />
        <ChooseFiles {...choice} folder />
      </>
    ),
    panel: <ImportPanel importing={importing} stored={stored} />,
  });
};

export default ImportPosts;
