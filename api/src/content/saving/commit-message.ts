/** GitHub's lists cut longer subjects, in characters. */
const SUBJECT_MAX_LENGTH = 72;

interface MessageOptions {
  /** What changed, imperative, e.g. `Update profile`. */
  readonly subject: string;
  readonly adminEmail: string;
  readonly operationId: string;
}

/** A line break in a title must not begin a trailer. */
const singleLine = (text: string): string => text.replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ').trim();

const shorten = (text: string): string => {
  const characters = Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);
  if (characters.length <= SUBJECT_MAX_LENGTH) return text;
  return `${characters
    .slice(0, SUBJECT_MAX_LENGTH - 1)
    .join('')
    .trimEnd()}…`;
};

/** The message of a save: its subject, then trailers that name the author and the operation. */
export const commitMessage = ({ subject, adminEmail, operationId }: MessageOptions): string => {
  const email = singleLine(adminEmail).replace(/[<>]/g, '');
  const name = email.split('@')[0] ?? email;
  return [
    shorten(singleLine(subject)),
    '',
    `Co-authored-by: ${name} <${email}>`,
    `Operation-Id: ${operationId}`,
    '',
  ].join('\n');
};

const OPERATION_ID = /^Operation-Id: (\S+)$/m;

/** The operation that a commit's message names; undefined for commits of other programs. */
export const operationIdOf = (message: string): string | undefined =>
  OPERATION_ID.exec(message)?.[1];
