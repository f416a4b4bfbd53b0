import { isCommitSha } from '../../git-store/git-object-id.ts';
import type { CommitSha } from '../../git-store/git-store.ts';

/** GitHub's lists cut longer subjects, in characters. */
const SUBJECT_MAX_LENGTH = 72;

interface MessageOptions {
  /** The commit that is taken back. */
  readonly undoes?: CommitSha | undefined;
  /** What changed, imperative, e.g. `Update profile`. */
  readonly subject: string;
  readonly adminEmail: string;
  readonly operationId: string;
}

/** A line break in a title must not begin a trailer. */
const singleLine = (text: string): string => text.replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ').trim();

const shorten = (text: string, most = SUBJECT_MAX_LENGTH): string => {
  const characters = Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);
  if (characters.length <= most) return text;
  return `${characters
    .slice(0, most - 1)
    .join('')
    .trimEnd()}…`;
};

/** The message of a save: its subject, then trailers that name the author and the operation. */
export const commitMessage = ({
  subject,
  adminEmail,
  operationId,
  undoes,
}: MessageOptions): string => {
  const email = singleLine(adminEmail).replace(/[<>]/g, '');
  const name = email.split('@')[0] ?? email;
  return [
    shorten(singleLine(subject)),
    '',
    `Co-authored-by: ${name} <${email}>`,
    ...(undoes === undefined ? [] : [`Undoes: ${undoes}`]),
    `Operation-Id: ${operationId}`,
    '',
  ].join('\n');
};

const OPERATION_ID = /^Operation-Id: (\S+)$/m;

/** The operation that a commit's message names; undefined for commits of other programs. */
export const operationIdOf = (message: string): string | undefined =>
  OPERATION_ID.exec(message)?.[1];

const UNDOES = /^Undoes: (\S+)$/m;

/** The commit that a commit took back; undefined where it took none back. */
export const undoneBy = (message: string): CommitSha | undefined => {
  const sha = UNDOES.exec(message)?.[1];
  return isCommitSha(sha) ? sha : undefined;
};

const quoted = (verb: string, subject: string): string =>
  `${verb} "${shorten(subject, SUBJECT_MAX_LENGTH - `${verb} ""`.length)}"`;

const UNDO_OR_REDO = /^(Undo|Redo) "(.*)"$/;

/** The subject of a commit that takes back the one with this message. */
export const undoSubject = (message: string): string => {
  const subject = singleLine(message.split('\n', 1)[0] ?? '') || 'Without a message';
  const [, verb, inner = ''] =
    (undoneBy(message) === undefined ? null : UNDO_OR_REDO.exec(subject)) ?? [];
  return verb === 'Undo' ? quoted('Redo', inner) : quoted('Undo', inner || subject);
};
