import {
  API_BASE_PATH,
  fieldName,
  isContentPath,
  isLogoPath,
  photoDetailsPath,
  photoOf,
  postIdOf,
  type CommitResponse,
  type FileChange,
  type PostHeading,
} from 'content-schema';
import { differencesOf, isSame } from 'content-schema/merge';
import { Fragment, useId, useMemo, useState, type ReactNode } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { fieldNamesOf, fileName, isMarkdown, postName } from '../changes/change-names.ts';
import { ChangeList, TAGS } from '../changes/change-view.tsx';
import { formatFileSize } from '../../layout/file-size.ts';
import { CodeLink } from '../../layout/code-link.tsx';
import { classNames } from '../../../../ui/class-names.ts';
import styles from './changed-file.module.css';
import { diffHunks, type DiffLine } from './diff-lines.ts';
import { RenderedText, RenderedVersion, readPostVersion } from './rendered-version.tsx';

/** The name of a changed file in the interface: for a post, its title after the change. */
export const changedFileName = (
  { path, before, after }: FileChange,
  posts: readonly PostHeading[],
): string => {
  const { title = '' } = readPostVersion(after ?? before) ?? {};
  return title === '' || postIdOf(path) === undefined ? fileName(path, posts) : postName(title);
};

const oldFileAddress = (commit: string, path: string): string =>
  `${API_BASE_PATH}/history/${commit}/file?${new URLSearchParams({ path }).toString()}`;

const STATUS = { added: 'Added', modified: 'Changed', deleted: 'Deleted' } as const;

const sizesOf = ({ sizeBefore, sizeAfter }: FileChange): string =>
  [sizeBefore, sizeAfter]
    .filter((size) => size !== undefined)
    .map(formatFileSize)
    .join(' → ');

const isImage = ({ path }: FileChange): boolean => photoOf(path) !== undefined || isLogoPath(path);

/** The commit of the change, and what else it changed. */
type ChangeCommit = Pick<CommitResponse, 'sha' | 'parent' | 'files' | 'undone'>;

interface ImageChangeProps {
  readonly commit: ChangeCommit;
  readonly file: FileChange;
}

/** Restoring a photo also restores its metadata file. */
const comesWithPhoto = ({ path, status }: FileChange, { files }: ChangeCommit): boolean =>
  status === 'deleted' &&
  files.some((file) => photoOf(file.path) && photoDetailsPath(file.path) === path);

const ImageChange = ({ commit: { sha, parent }, file }: ImageChangeProps) => {
  const { path, movedFrom = path, status } = file;
  const sides = {
    Before: status === 'added' ? null : parent,
    After: status === 'deleted' ? null : sha,
  };
  return (
    <div className={classNames('cluster-4', styles.pictures)}>
      {Object.entries(sides).map(
        ([side, commit]) =>
          commit !== null && (
            <figure key={side}>
              <img src={oldFileAddress(commit, side === 'Before' ? movedFrom : path)} alt="" />
              <figcaption className="label">{side}</figcaption>
            </figure>
          ),
      )}
    </div>
  );
};

interface Sides {
  /** The label of the field; absent for a post, which is rendered as a whole. */
  readonly name?: string;
  readonly before: ReactNode;
  readonly after: ReactNode;
}

const renderedText = (text: unknown): ReactNode =>
  typeof text === 'string' && text !== '' && <RenderedText markdown={text} />;

const renderedPost = (fields: unknown): ReactNode => {
  const version = readPostVersion(fields);
  return version && <RenderedVersion version={version} />;
};

/** The Markdown texts that a change affected, rendered before and after. A post is one text. */
const sidesOf = ({ path, before, after }: FileChange): readonly Sides[] => {
  if (postIdOf(path) !== undefined) {
    return [{ before: renderedPost(before), after: renderedPost(after) }];
  }
  const names = fieldNamesOf(path);
  return differencesOf(before, after)
    .filter(({ field }) => isMarkdown(path, field))
    .map(({ field, ...sides }) => ({
      name: fieldName(names, field),
      ...{ before: renderedText(sides.before), after: renderedText(sides.after) },
    }));
};

/** Shows texts before and after a change as visitors saw them. Renders them when it is opened. */
const RenderedChange = ({ file }: { readonly file: FileChange }) => {
  const [isOpen, setOpen] = useState(false);
  const texts = sidesOf(file);
  if (texts.length === 0) return null;
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="summary note">As visitors saw it</summary>
      {isOpen &&
        texts.map(({ name, before, after }) => (
          <div key={name ?? ''} className={classNames('stack-5', styles.rendered)}>
            {Object.entries({ Before: before, After: after }).map(([side, text]) => {
              const label = name === undefined ? side : `${name}, ${side.toLowerCase()}`;
              return (
                text && (
                  <section key={side} className="card" aria-label={label}>
                    <p className="note">{label}</p>
                    {text}
                  </section>
                )
              );
            })}
          </div>
        ))}
    </details>
  );
};

const SIGNS = { same: ' ', added: '+', removed: '−' } as const;

const Line = ({ kind, pieces }: DiffLine) => {
  const Tag = TAGS[kind];
  return (
    <Tag className={styles.line} data-kind={kind}>
      <span className={styles.sign}>{SIGNS[kind]}</span>
      <span className={styles.text} dir="auto">
        {pieces.map((piece, index) => {
          const Piece = piece.kind === 'same' ? Fragment : 'mark';
          return <Piece key={index}>{piece.text}</Piece>;
        })}
      </span>
    </Tag>
  );
};

interface DiffViewProps {
  readonly diff: string;
  readonly label: string;
  /** What to show below a line of the new version, by its number. */
  readonly notes?: ReadonlyMap<number, ReactNode> | undefined;
}

const DiffView = ({ diff, label, notes }: DiffViewProps) => {
  const hunks = useMemo(() => diffHunks(diff), [diff]);
  return (
    <div className={styles.diff} role="group" aria-label={`Changes of ${label}`}>
      {hunks.map(({ start, lines }) => (
        <div key={start}>
          <p className={styles.place}>From line {Math.max(1, start)}</p>
          {lines.map((line, index) => (
            <Fragment key={index}>
              <Line {...line} />
              {line.number !== undefined && notes?.get(line.number)}
            </Fragment>
          ))}
        </div>
      ))}
    </div>
  );
};

/** Shows a change by the labels of the form, if the file has a form; otherwise as a line diff. */
const TextChange = ({ file, name, review }: Omit<ChangedFileProps, 'commit'>) => {
  const { path, diff, binary, before, after } = file;
  if (diff === undefined) {
    const why = binary ? 'Not a text file.' : 'Too large to show.';
    return <p className="note">{why}</p>;
  }
  const lines = diff !== '' && <DiffView diff={diff} label={name} notes={review?.notes} />;
  const hasFieldChanges = after !== undefined && after !== null && !isSame(before, after);
  if (!hasFieldChanges) return lines;
  return (
    <>
      <ChangeList before={before ?? {}} after={after} fieldNames={fieldNamesOf(path)} />
      <details open={review && review.notes.size > 0}>
        <summary className="summary note">Line by line</summary>
        {lines}
      </details>
    </>
  );
};

interface FileReview {
  readonly isLeftOut: boolean;
  /** Shown beside the name; none for what is left out with another file. */
  readonly choice: ReactNode;
  /** Shown below lines of the new version, by their numbers; that of 0 above the change. */
  readonly notes: ReadonlyMap<number, ReactNode>;
}

interface ChangedFileProps {
  readonly commit: ChangeCommit;
  readonly file: FileChange;
  readonly name: string;
  readonly busy?: boolean;
  /** Absent where the file can't be restored. */
  readonly onRestore?: () => void;
  readonly review?: FileReview | undefined;
}

export const ChangedFile = (props: ChangedFileProps) => {
  const { commit, file, name, busy = false, onRestore, review } = props;
  const nameId = useId();
  const { path, movedFrom, status } = file;
  // Undoing the deletion brought the file back.
  const isBack = status === 'deleted' && commit.undone !== undefined;
  const deleted = status === 'deleted' && postIdOf(path) !== undefined && renderedPost(file.before);
  const text = <TextChange file={file} name={name} review={review} />;
  return (
    <section className={classNames('ruled stack-4', styles.file)} aria-labelledby={nameId}>
      <div className={classNames('spread', styles.head)}>
        <div>
          <h2 id={nameId} className="larger">
            {name}
          </h2>
          <p className={classNames('facts label code', styles.about)}>
            <span className={styles.status} data-status={status}>
              {movedFrom === undefined ? STATUS[status] : `Moved from ${movedFrom}`}
            </span>
            <CodeLink url={file.url}>{path}</CodeLink>
            <span>{sizesOf(file)}</span>
          </p>
        </div>
        {onRestore && isContentPath(path) && !comesWithPhoto(file, commit) && !isBack && (
          <Button pending={busy} aria-describedby={nameId} onClick={onRestore}>
            {status === 'deleted' ? 'Bring back' : 'Restore this version'}
          </Button>
        )}
        {review?.choice}
      </div>
      {review?.notes.get(0)}
      {review?.isLeftOut ? null : deleted ? (
        <>
          {deleted}
          <details>
            <summary className="summary note">Source</summary>
            {text}
          </details>
        </>
      ) : isImage(file) ? (
        <ImageChange commit={commit} file={file} />
      ) : (
        text
      )}
      {!deleted && !review && 'after' in file && <RenderedChange file={file} />}
    </section>
  );
};
