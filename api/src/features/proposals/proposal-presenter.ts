import {
  isPublic,
  postIdOf,
  type ProposalPage,
  type ProposalResponse,
  type ProposalSummary,
  type SiteChange,
} from 'content-schema';
import type { Content } from '../../core/content.ts';
import { changedFiles, describeFiles } from '../../core/reading/file-changes.ts';
import { renamesBetween } from '../../core/reading/renames.ts';
import { addressOf, createFinder, postAt } from '../../core/reading/addresses.ts';
import { newProblems } from './proposals.ts';
import { atTime, publicPosts } from '../../core/reading/publication.ts';
import type { ContentSnapshot } from '../../core/reading/snapshot.ts';
import type { CommitSha, ProposalInfo } from '../../core/git-store/git-store.ts';
import { typeOfName } from '../../core/photos/image-types.ts';
import type { ContentPresenter } from '../../core/presenters/content-presenter.ts';
import { pastAddress, siteChanges } from '../../core/presenters/site-changes.ts';

/** The content where a proposal began, and with it. */
interface Sides {
  readonly before: ContentSnapshot;
  readonly after: ContentSnapshot;
  /** The new addresses of posts whose files were renamed, by the old ones. */
  readonly moved: ReadonlyMap<string, string>;
}

export const presentProposal = ({
  branch: _branch,
  comments: _comments,
  ...summary
}: ProposalInfo): ProposalSummary => summary;

/** Returns the pages that show the changes; a renamed post is one page. */
const pagesOf = (changes: readonly SiteChange[], { before, after, moved }: Sides) => {
  const page = (title: string, old?: string, now?: string): ProposalPage => ({
    title,
    ...(old !== undefined && { before: pastAddress(before.revision, old) }),
    ...(now !== undefined && { after: pastAddress(after.revision, now) }),
  });
  const addresses = new Map([...moved].map(([from, to]) => [to, from]));
  const kinds = new Set(changes.map(({ kind }) => kind));
  const posts = changes.flatMap((change) => {
    if (change.kind !== 'post') return [];
    const { title, status } = change;
    const address = addressOf(change.id);
    if (status === 'added') return page(title, addresses.get(address), address);
    if (status === 'removed') return moved.has(address) ? [] : page(title, address);
    return page(title, address, address);
  });
  const isOfEntries = kinds.has('experiences') || kinds.has('sections');
  return [
    ...(isOfEntries || kinds.has('site') || kinds.has('profile') ? [page('Home', '/', '/')] : []),
    ...(isOfEntries ? [page('Experiences', '/experiences', '/experiences')] : []),
    ...posts,
  ];
};

/** Finds what would lead to no page any more. */
const findBreaks = ({ before, after, moved }: Sides) => {
  const [old, next] = [atTime(before, Date.now()), atTime(after, Date.now())];
  const isShown = (address: string): boolean => {
    const post = postAt(next, moved.get(address) ?? address);
    return post !== undefined && isPublic(post, next.asOf);
  };
  const redirects = new Set([...moved.keys()].filter(isShown));
  const [worked, works] = [createFinder(old, redirects), createFinder(next, redirects)];
  return {
    deadLinks: publicPosts(next).flatMap(({ id, title, paths = [] }) => {
      const known = postAt(old, addressOf(id))?.paths ?? [];
      const dead = paths.filter((path) => !works(path) && (worked(path) || !known.includes(path)));
      return dead.length > 0 ? [{ id, title, paths: dead }] : [];
    }),
    endedAddresses: publicPosts(old)
      .flatMap(({ id, addresses = [] }) => [addressOf(id), ...addresses])
      .filter((address) => !isShown(address)),
  };
};

/** Larger texts are read only if they are content. */
const TEXT_MAX_BYTES = 512 * 1024;

type Options = Pick<Content, 'branches' | 'history' | 'past' | 'photos' | 'reader' | 'info'> & {
  readonly presentPast: ContentPresenter;
};

/**
 * Presents a proposal and what it changes. Throws `InvalidInput` if it has no history in common with
 * the content.
 */
export const presentProposalChanges = async (
  { branches, history, past, photos, reader, info: { pages }, presentPast }: Options,
  proposal: ProposalInfo,
): Promise<ProposalResponse> => {
  const { head, comments } = proposal;
  const current = await reader.current();
  const base = await branches.baseOf(head, current.revision);
  const trees = await history.between(base, head);
  // One request for all texts: those of the snapshots, and the compared ones.
  await photos.readEach(
    [...trees.before, ...trees.after].flatMap(([path, { sha, size }]) => {
      const isRead = !typeOfName(path) && size <= TEXT_MAX_BYTES;
      return isRead && current.tree.get(path)?.sha !== sha ? [sha] : [];
    }),
  );
  const [before, after] = await Promise.all([past.at(base), past.at(head)]);
  // The server redirects from the old path of a renamed file.
  const renames = await renamesBetween({ base, head, ...trees }, history);
  const moved = new Map(
    [...renames].flatMap(([from, to]): [string, string][] => {
      const [old, now] = [postIdOf(from), postIdOf(to)];
      return old === undefined || now === undefined ? [] : [[addressOf(old), addressOf(now)]];
    }),
  );
  const sides = { before, after, moved };
  const changes = await siteChanges({ before: presentPast, now: presentPast }, before, after);
  const files = await describeFiles(photos, changedFiles(trees.before, trees.after, renames));
  const urlAt = (commit: CommitSha, path: string) => pages && { url: pages.fileAt(commit, path) };
  return {
    ...presentProposal(proposal),
    ...{ base, comments, site: pastAddress(head), pages: pagesOf(changes, sides) },
    files: files.map((file) => ({
      ...file,
      ...urlAt(file.status === 'deleted' ? base : head, file.path),
    })),
    problems: newProblems(before, after).map((problem) => ({
      ...problem,
      ...urlAt(head, problem.path),
    })),
    ...findBreaks(sides),
  };
};
