import {
  API_BASE_PATH,
  fieldName,
  isLogoPath,
  photoOf,
  postIdOf,
  type CompareResponse,
  type FileChange,
  type PostHeading,
} from 'content-schema';
import { differencesOf, isSame } from 'content-schema/merge';
import { isVideo, VIDEO_START } from 'content-schema/video';
import { Fragment, useId, useMemo, useState, type ReactNode } from 'react';
import { fieldNamesOf, fileName, isMarkdown, postName } from '../changes/change-names.ts';
import { ChangeList, TAGS } from '../changes/change-view.tsx';
import { formatFileSize } from '../../layout/file-size.ts';
import { Picture } from '../../layout/thumbnail.tsx';
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
  `${API_BASE_PATH}/history/${commit}/file?${new URLSearchParams({ path }).toString()}` +
  (isVideo({ formats: path.split('.') }) ? VIDEO_START : '');

const STATUS = { added: 'Added', modified: 'Changed', deleted: 'Deleted' } as const;

const sizesOf = ({ sizeBefore, sizeAfter }: FileChange): string =>
  [sizeBefore, sizeAfter]
    .filter((size) => size !== undefined)
    .map(formatFileSize)
    .join(' → ');

const isImage = ({ path }: FileChange): boolean => photoOf(path) !== undefined || isLogoPath(path);

const ImageChange = ({ comparison: { from, to }, file }: ChangedFileProps) => {
  const { path, movedFrom = path, status } = file;
  const sides = {
    Before: status === 'added' ? null : from,
    After: status === 'deleted' ? null : to,
  };
  return (
    <div className={classNames('cluster-4', styles.pictures)}>
      {Object.entries(sides).map(
        ([side, commit]) =>
          commit !== null && (
            <figure key={side}>
              <Picture src={oldFileAddress(commit, side === 'Before' ? movedFrom : path)} alt="" />
              <figcaption className="label">{side}</figcaption>
            </figure>
          ),
      )}
    </div>
  );
};

const renderedText = (text: unknown): ReactNode =>
  typeof text === 'string' && text !== '' && <RenderedText markdown={text} />;

const renderedPost = (fields: unknown): ReactNode => {
  const version = readPostVersion(fields);
  return version && <RenderedVersion version={version} />;
};

/** The Markdown texts that a change affected, rendered before and after, by labels. A post is one. */
const sidesOf = ({ path, before, after }: FileChange): readonly Record<string, ReactNode>[] => {
  if (postIdOf(path) !== undefined) {
    return [{ Before: renderedPost(before), After: renderedPost(after) }];
  }
  const names = fieldNamesOf(path);
  return differencesOf(before, after)
    .filter(({ field }) => isMarkdown(path, field))
    .map(({ field, ...sides }) => ({
      [`${fieldName(names, field)}, before`]: renderedText(sides.before),
      [`${fieldName(names, field)}, after`]: renderedText(sides.after),
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
        texts.map((sides, index) => (
          <div key={index} className={classNames('stack-5', styles.rendered)}>
            {Object.entries(sides).map(
              ([label, text]) =>
                text && (
                  <section key={label} className="card" aria-label={label}>
                    <p className="note">{label}</p>
                    {text}
                  </section>
                ),
            )}
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
const TextChange = ({ file, name, notes }: ChangedFileProps & FileSlots) => {
  const { path, diff, binary, before, after } = file;
  if (diff === undefined) {
    const why = binary ? 'Not a text file.' : 'Too large to show.';
    return <p className="note">{why}</p>;
  }
  const lines = diff !== '' && <DiffView diff={diff} label={name} notes={notes} />;
  const hasFieldChanges = after !== undefined && after !== null && !isSame(before, after);
  if (!hasFieldChanges) return lines;
  return (
    <>
      <ChangeList before={before ?? {}} after={after} fieldNames={fieldNamesOf(path)} />
      <details open={notes && notes.size > 0}>
        <summary className="summary note">Line by line</summary>
        {lines}
      </details>
    </>
  );
};

interface FileSlots {
  /** Shown beside the name. */
  readonly action?: ReactNode;
  readonly isLeftOut?: boolean;
  /** Shown below lines of the new version, by their numbers; that of 0 above the change. */
  readonly notes?: ReadonlyMap<number, ReactNode> | undefined;
}

export interface ChangedFileProps {
  readonly comparison: CompareResponse;
  readonly file: FileChange;
  readonly name: string;
  /** What to add to a file; `nameId` is the id of the element with its name. */
  readonly slotsOf?: ((file: FileChange, name: string, nameId: string) => FileSlots) | undefined;
}

export const ChangedFile = (props: ChangedFileProps) => {
  const { comparison, file, name, slotsOf } = props;
  const nameId = useId();
  const { path, movedFrom, status } = file;
  const { action, isLeftOut, notes } = slotsOf?.(file, name, nameId) ?? {};
  const deleted = status === 'deleted' && postIdOf(path) !== undefined && renderedPost(file.before);
  const text = <TextChange {...props} notes={notes} />;
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
        {action}
      </div>
      {notes?.get(0)}
      {isLeftOut ? null : deleted ? (
        <>
          {deleted}
          <details>
            <summary className="summary note">Source</summary>
            {text}
          </details>
        </>
      ) : isImage(file) ? (
        <ImageChange {...props} />
      ) : (
        text
      )}
      {!deleted && !comparison.pages && 'after' in file && <RenderedChange file={file} />}
    </section>
  );
};
