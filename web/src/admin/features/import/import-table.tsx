import { postKind, type PostKind } from 'content-schema';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { dayOf } from '../../../site/text.ts';
import { postPath } from '../../../paths.ts';
import { classNames } from '../../../ui/class-names.ts';
import { Table } from '../../core/layout/table.tsx';
import { HiddenBadge } from '../../core/layout/badges.tsx';
import { pathOf } from './old-addresses.ts';
import { isSent, isUndated, missingText, type ImportRow } from './import-rows.ts';
import styles from './import-table.module.css';
import type { ImportState } from './use-import.ts';

const IMPORT_PREVIEW_NAMES = 10;
/** As many more at a time, so that thousands stay quick. */
const MORE = 200;

const notesOn = ({ chosen, preview, links }: ImportRow): readonly string[] => [
  ...(chosen.notes ?? []),
  ...[missingText([...(links?.missing ?? []), ...(links?.missingPosts ?? [])])].filter(Boolean),
  ...(preview?.warnings ?? []),
];

/** Its date, and where it comes from if not from the front matter. */
const dateIn = (row: ImportRow): string => {
  if (isUndated(row)) return 'No date';
  const { post: { createdAt } = {}, isDatedByPath = false } = row.preview ?? {};
  return createdAt === undefined ? '' : dayOf(createdAt) + (isDatedByPath ? ', by its path' : '');
};

/** For example `2 of 3`; empty for a post without images. */
const imagesIn = ({ links }: ImportRow): string => {
  if (!links) return '';
  const available = new Set(links.images.values()).size;
  const all = available + links.missing.length;
  if (all === 0) return '';
  return available === all ? String(all) : `${available} of ${all}`;
};

type Sending = Extract<ImportState, { state: 'sending' }>;

/** The progress of each file: the files are sent in order, so it follows from the bytes sent so far. */
const progressOf = (
  rows: readonly ImportRow[],
  { sent, images }: Sending,
): ReadonlyMap<ImportRow, string> => {
  let left = sent - images;
  return new Map(
    rows.filter(isSent).map((row) => {
      const { size } = row.chosen.file;
      const share = left <= 0 ? 'Waiting' : `${Math.round((left / size) * 100)} %`;
      const state = left >= size ? 'Sent' : share;
      left -= size;
      return [row, state];
    }),
  );
};

interface FileRowProps {
  readonly row: ImportRow;
  readonly state: string | undefined;
  readonly onLeaveOut: (isLeftOut: boolean) => void;
  readonly onSwitchKind: (kind: PostKind) => void;
}

const FileRow = ({ row, state, onLeaveOut, onSwitchKind }: FileRowProps) => {
  const { chosen, problem, isLeftOut, preview, id } = row;
  const post = preview?.post;
  return (
    <tr role="row" data-out={isLeftOut || problem !== undefined}>
      <td role="cell" className={styles.select}>
        {problem === undefined && (
          <input
            type="checkbox"
            aria-label={`Import ${chosen.path}`}
            checked={!isLeftOut}
            disabled={state !== undefined}
            onChange={(event) => onLeaveOut(!event.target.checked)}
          />
        )}
      </td>
      <td role="cell" className={styles.post}>
        {post && (
          <p className={classNames('strong', styles.title)} dir="auto">
            {post.title} <HiddenBadge post={post} />
          </p>
        )}
        <p className="date">
          {post && (
            <select
              aria-label={`Kind of ${chosen.path}`}
              className={styles.kind}
              value={postKind(post)}
              disabled={state !== undefined}
              onChange={({ target }) => onSwitchKind(target.value as PostKind)}
            >
              <option value="post">Post</option>
              <option value="page">Page</option>
            </select>
          )}{' '}
          <span>{chosen.path}</span>
          {state !== undefined && <span className="nowrap"> {state}</span>}
        </p>
        {problem !== undefined && (
          // An earlier import is no problem.
          <p className={id === undefined ? styles.problem : 'date'}>{problem}</p>
        )}
        {notesOn(row).map((note) => (
          <p key={note} className={styles.note}>
            {note}
          </p>
        ))}
      </td>
      <td role="cell" className="count nowrap" data-label="Date">
        {dateIn(row)}
      </td>
      <td role="cell" className={classNames('muted', styles.address)} data-label="Address">
        {row.old.map(
          ({ address, isGuess }) => `${pathOf(address)}${isGuess ? ' (guessed)' : ''} → `,
        )}
        {post && postPath(post.id)}
      </td>
      <td role="cell" className="muted" data-label="Tags">
        {post?.tags.join(', ')}
      </td>
      <td role="cell" className="count nowrap" data-label="Pictures">
        {imagesIn(row)}
      </td>
    </tr>
  );
};

interface ImportTableProps {
  readonly rows: readonly ImportRow[];
  readonly status: ImportState;
  readonly onLeaveOut: (rows: readonly ImportRow[], isLeftOut: boolean) => void;
  readonly onSwitchKind: (row: ImportRow, kind: PostKind) => void;
}

export const ImportTable = ({ rows, status, onLeaveOut, onSwitchKind }: ImportTableProps) => {
  const [count, setCount] = useState(IMPORT_PREVIEW_NAMES);
  const sending = status.state === 'sending' ? status : undefined;
  const progress = sending && progressOf(rows, sending);
  const choosable = rows.filter(({ problem }) => problem === undefined);
  const out = choosable.filter(({ isLeftOut }) => isLeftOut).length;
  const shown = rows.slice(0, count);
  return (
    <div className={styles.files}>
      <Table
        label="Chosen files"
        columns={[
          <input
            key="all"
            type="checkbox"
            aria-label="Import all"
            checked={out === 0 && choosable.length > 0}
            disabled={sending !== undefined || choosable.length === 0}
            ref={(box) => {
              if (box) box.indeterminate = out > 0 && out < choosable.length;
            }}
            onChange={(event) => onLeaveOut(choosable, !event.target.checked)}
          />,
          ...['Post', 'Date', 'Address', 'Tags', 'Pictures'],
        ]}
        className={styles.table}
      >
        {shown.map((row, index) => (
          <FileRow
            key={index}
            row={row}
            state={progress && ((row.problem === undefined && progress.get(row)) || '')}
            onLeaveOut={(isLeftOut) => onLeaveOut([row], isLeftOut)}
            onSwitchKind={(kind) => onSwitchKind(row, kind)}
          />
        ))}
      </Table>
      {shown.length < rows.length && (
        <Button variant="plain" onClick={() => setCount(count + MORE)}>
          and more…
        </Button>
      )}
    </div>
  );
};
