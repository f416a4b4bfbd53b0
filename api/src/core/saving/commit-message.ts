import { isCommitSha } from '../git-store/git-object-id.ts';
import type { Author, CommitSha } from '../git-store/git-store.ts';
import { SUBJECT_MAX_LENGTH, shorten } from './commit-subject.ts';

interface MessageOptions {
  /** The commit that this one undoes. */
  readonly undoes?: CommitSha | undefined;
  /** The change in the imperative, e.g. `Update profile`. */
  readonly subject: string;
  readonly body?: string | undefined;
  readonly operationId: string;
}

/** Joins lines, because a line break in a title could forge a trailer. */
const singleLine = (text: string): string => text.replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ').trim();

export const commitMessage = ({ subject, body, operationId, undoes }: MessageOptions): string =>
  [
    shorten(singleLine(subject)),
    '',
    ...(body === undefined ? [] : [body, '']),
    ...(undoes === undefined ? [] : [`Undoes: ${undoes}`]),
    `Operation-Id: ${operationId}`,
    '',
  ].join('\n');

const withoutBrackets = (text: string): string => singleLine(text.replace(/[<>]/g, ''));

/**
 * Returns the author of a save: the owner, with the name in the profile, else in the email address.
 */
export const authorOf = (profileName: string, adminEmail: string): Author => {
  const name = shorten(withoutBrackets(profileName));
  const email = withoutBrackets(adminEmail);
  return { name: name === '' ? (email.split('@')[0] ?? email) : name, email };
};

const OPERATION_ID = /^Operation-Id: (\S+)$/m;

/** Returns the operation id in a commit message; undefined for commits of other programs. */
export const operationIdOf = (message: string): string | undefined =>
  OPERATION_ID.exec(message)?.[1];

const UNDOES = /^Undoes: (\S+)$/m;

/** Returns the commit that a commit undid; undefined if it undid none. */
export const undoneCommitOf = (message: string): CommitSha | undefined => {
  const sha = UNDOES.exec(message)?.[1];
  return isCommitSha(sha) ? sha : undefined;
};

const quoted = (verb: string, subject: string): string =>
  `${verb} "${shorten(subject, SUBJECT_MAX_LENGTH - `${verb} ""`.length)}"`;

const aboutProposal =
  (verb: string) =>
  (title: string): string =>
    quoted(verb, singleLine(title) || 'Without a title');

export const publishSubject = aboutProposal('Publish proposal');
/** Also the title of what was left out of a published proposal. */
export const restSubject = aboutProposal('The rest of');
/** Of a commit that brings the site's later changes into a proposal. */
export const updateSubject = aboutProposal('Merge the site into');

const UNDO_OR_REDO = /^(Undo|Redo) "(.*)"$/;

/** Returns the subject of a commit that undoes the one with this message. */
export const undoSubject = (message: string): string => {
  const subject = singleLine(message.split('\n', 1)[0] ?? '') || 'Without a message';
  const [, verb, inner = ''] =
    (undoneCommitOf(message) === undefined ? null : UNDO_OR_REDO.exec(subject)) ?? [];
  return verb === 'Undo' ? quoted('Redo', inner) : quoted('Undo', inner || subject);
};
