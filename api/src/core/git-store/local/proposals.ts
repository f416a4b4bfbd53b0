import { fallback, NotFound, UnreadableObject } from '../errors.ts';
import type { CommitSha, ProposalInfo, ProposalList } from '../git-store.ts';
import { compareCommits } from './compare-commits.ts';
import { readRefs } from './copy-repository.ts';
import type { Repository } from './repository.ts';
import { readableName } from './trees.ts';

const HEADS = 'refs/heads/';
const PATHS_MAX = 100;

/** Undefined for a branch without commits of its own. */
const describeBranch = async (
  { commits, treeChanges }: Repository,
  target: CommitSha,
  branch: string,
  head: CommitSha,
): Promise<ProposalInfo | undefined> => {
  const { base, isAdded } = await compareCommits(commits, target, head);
  if (!isAdded(head)) return undefined;
  const newest = await commits.commit(head);
  let first = newest;
  while (first.parent && isAdded(first.parent)) first = await commits.commit(first.parent);
  const before = base === undefined ? null : (await commits.commit(base)).tree;
  const names = (await treeChanges.names(before, newest.tree, Infinity, Infinity)) ?? [];
  return {
    ...{ id: branch, branch, head, date: newest.date, author: newest.author.name },
    title: first.message.split('\n')[0] ?? '',
    paths: names.slice(0, PATHS_MAX).flatMap((name) => readableName(name) ?? []),
    comments: [],
  };
};

/** The other branches with commits of their own; those that can't be read are left out. */
export const readProposals = async (repository: Repository): Promise<ProposalList> => {
  const target = await repository.head();
  const proposals: ProposalInfo[] = [];
  for (const [ref, head] of await readRefs(repository.dir)) {
    if (!ref.startsWith(HEADS)) continue;
    const described = describeBranch(repository, target, ref.slice(HEADS.length), head);
    const proposal = await described.catch(fallback(undefined, NotFound, UnreadableObject));
    if (proposal) proposals.push(proposal);
  }
  return { proposals: proposals.sort((a, b) => (a.date < b.date ? 1 : -1)) };
};
