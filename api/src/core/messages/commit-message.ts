import { withoutUndefined, type CommitKind } from 'content-schema';
import { isCommitSha } from '../git-store/git-object-id.ts';
import type { Author, CommitSha } from '../git-store/git-store.ts';
import { phraseOf, shorten, SUBJECT_MAX_LENGTH, type ChangeSummary } from './commit-subject.ts';

interface MessageOptions extends Pick<ChangeSummary, 'subject' | 'kind'> {
  readonly undoes?: CommitSha | undefined;
  readonly body?: string | undefined;
  readonly operationId: string;
}

/** Joins lines, because a line break in a title could forge a trailer. */
const singleLine = (text: string): string => text.replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ').trim();

export const commitMessage = ({
  subject,
  kind,
  body,
  operationId,
  undoes,
}: MessageOptions): string =>
  [
    shorten(singleLine(subject)),
    '',
    ...(body === undefined ? [] : [body, '']),
    ...(kind === undefined ? [] : [`Kind: ${singleLine(phraseOf(kind))}`]),
    ...(undoes === undefined ? [] : [`Undoes: ${undoes}`]),
    `Operation-Id: ${operationId}`,
    '',
  ].join('\n');

const withoutBrackets = (text: string): string => singleLine(text.replace(/[<>]/g, ''));

/** Returns the author of a save: the owner, by the name in the profile, else in the email. */
export const authorOf = (profileName: string, adminEmail: string): Author => {
  const name = shorten(withoutBrackets(profileName));
  const email = withoutBrackets(adminEmail);
  return { name: name === '' ? (email.split('@')[0] ?? email) : name, email };
};

/** Returns the first line of a commit message. */
export const subjectOf = (message: string): string => message.split('\n', 1)[0] ?? '';

const OPERATION_ID = /^Operation-Id: (\S+)$/m;

/** Returns the operation id in a commit message; undefined for commits of other programs. */
export const operationIdOf = (message: string): string | undefined =>
  OPERATION_ID.exec(message)?.[1];

/**
 * The number of commits in which operation ids and undone commits are looked for: one page at
 * GitHub, https://docs.github.com/rest/commits/commits#list-commits.
 */
export const SEARCHED_COMMITS = 100;

const UNDOES = /^Undoes: (\S+)$/m;

/** Returns the commit that a commit undid; undefined if it undid none. */
export const undoneCommitOf = (message: string): CommitSha | undefined => {
  const sha = UNDOES.exec(message)?.[1];
  return isCommitSha(sha) ? sha : undefined;
};

const KIND = /^(\S+)(?: ([^"]+?))?(?: "(.*)")?$/;
const KIND_TRAILER = /^Kind: (.*)$/m;

/**
 * Returns what a commit did, as its message says in a trailer; undefined if it has none. Earlier
 * versions wrote none, but in an undo the subject has the same form.
 */
export const kindOf = (message: string): CommitKind | undefined => {
  const written = KIND_TRAILER.exec(message)?.[1];
  const text = written ?? (undoneCommitOf(message) && subjectOf(message));
  const [, verb, noun, name] = (text !== undefined && KIND.exec(text)) || [];
  return verb === undefined ? undefined : { verb, ...withoutUndefined({ noun, name }) };
};

/** Shortens what a subject quotes, so that the subject keeps its last quotation mark. */
const quoting = (verb: string, subject: string): CommitKind => {
  return { verb, name: shorten(subject, SUBJECT_MAX_LENGTH - `${verb} ""`.length) };
};

const aboutProposal =
  (verb: string) =>
  (title: string): string =>
    phraseOf(quoting(verb, singleLine(title) || 'Without a title'));

export const publishSubject = aboutProposal('Publish proposal');
/** Also the title of what was left out of a published proposal. */
export const restSubject = aboutProposal('The rest of');
/** Of a commit that brings the site's later changes into a proposal. */
export const updateSubject = aboutProposal('Merge the site into');

export const summaryOfUndo = (message: string): ChangeSummary => {
  const { verb, name } = kindOf(message) ?? {};
  const quoted = verb === 'Undo' || verb === 'Redo' ? name : undefined;
  const undone = quoted ?? singleLine(subjectOf(message));
  const kind = quoting(verb === 'Undo' ? 'Redo' : 'Undo', undone || 'Without a message');
  return { subject: phraseOf(kind), kind };
};
