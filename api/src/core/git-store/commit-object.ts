import { toCommitSha } from './git-object-id.ts';
import type { CommitInfo, CommitSha } from './git-store.ts';

export interface Commit extends CommitInfo {
  readonly tree: string;
  /** All parents but the first. */
  readonly merges: readonly CommitSha[];
}

const PERSON = /^(.*?) ?<(.*)> (-?\d+) [+-]\d{4}$/;

/** The last second of a JavaScript date; git allows later ones. */
const SECONDS_MAX = 8.64e12;

const parsePerson = (line: string) => {
  const [, name = '', email = '', seconds = '0'] = PERSON.exec(line) ?? [];
  const bounded = Math.max(-SECONDS_MAX, Math.min(Number(seconds), SECONDS_MAX));
  return { name, email, date: new Date(bounded * 1000).toISOString() };
};

export const parseCommit = (sha: CommitSha, body: Buffer): Commit => {
  const text = body.toString();
  const headersEnd = text.indexOf('\n\n');
  const headers = text.slice(0, headersEnd).split('\n');
  const header = (name: string) =>
    headers.find((line) => line.startsWith(`${name} `))?.slice(name.length + 1);
  const { name, email } = parsePerson(header('author') ?? '');
  const committer = parsePerson(header('committer') ?? '');
  const [parent = null, ...merges] = headers
    .filter((line) => line.startsWith('parent '))
    .map((line) => toCommitSha(line.slice('parent '.length)));
  return {
    sha,
    tree: header('tree') ?? '',
    parent,
    merges,
    author: { name, email },
    committer: { name: committer.name, email: committer.email },
    date: committer.date,
    message: text.slice(headersEnd + 2).replace(/\n+$/, ''),
  };
};

/** Returns the commit without git's internals, as `GitStore` returns it. */
export const describeCommit = ({ tree: _, merges: _merges, ...info }: Commit): CommitInfo => info;

// These characters would end the name or the address early. Git drops them, too.
const withoutDelimiters = (text: string): string => text.replace(/[<>\n\0]/g, '').trim();

type NewCommit = Pick<Commit, 'tree' | 'author' | 'message'> & {
  readonly parents: readonly CommitSha[];
};

/** Renders a commit of this moment. */
export const renderCommit = ({ tree, parents, author, message }: NewCommit): Buffer => {
  const seconds = Math.floor(Date.now() / 1000);
  const identity = `${withoutDelimiters(author.name)} <${withoutDelimiters(author.email)}>`;
  const headers = [
    `tree ${tree}`,
    ...parents.map((parent) => `parent ${parent}`),
    `author ${identity} ${seconds} +0000`,
    `committer ${identity} ${seconds} +0000`,
  ];
  return Buffer.from(`${headers.join('\n')}\n\n${message.replace(/\n+$/, '')}\n`);
};
