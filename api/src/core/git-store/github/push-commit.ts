/** Writes a commit in one request, by the protocol of `git push`: `decisions/018-large-commits-are-pushed.md` */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { deflate } from 'node:zlib';
import { applyChanges, type EffectiveChanges } from '../changes.ts';
import { renderCommit } from '../commit-object.ts';
import { objectIdOf, toCommitSha, type GitObjectType } from '../git-object-id.ts';
import type { CommitRequest, StoredListing } from '../git-store.ts';
import { readCommitBase } from './commit-rest.ts';
import { fetchFrom } from './fetch-from.ts';
import { filesByFolder } from './files-by-folder.ts';
import { gitAuthorization, type GitHubRepository } from './github-repository.ts';
import { siteOf } from './repository-info.ts';
import type { WrittenCommit } from './write-commit.ts';

type NewObjects = Map<string, readonly [type: GitObjectType, body: Uint8Array]>;

const TYPES = { commit: 1, tree: 2, blob: 3 };

/** https://git-scm.com/docs/gitformat-pack */
const packOf = async (objects: NewObjects): Promise<Buffer> => {
  const parts = [Buffer.from('PACK\0\0\0\x02\0\0\0\0')];
  parts[0]?.writeUInt32BE(objects.size, 8);
  for (const [type, body] of objects.values()) {
    // The size, its lowest bits first; the highest bit of a byte says that another follows.
    const head = [(TYPES[type] << 4) | (body.length & 15)];
    for (let rest = body.length >> 4; rest > 0; rest >>= 7) head.push(rest & 127);
    const bytes = head.map((byte, index) => (index < head.length - 1 ? byte | 128 : byte));
    parts.push(Buffer.from(bytes), await promisify(deflate)(body));
  }
  const pack = Buffer.concat(parts);
  return Buffer.concat([pack, createHash('sha1').update(pack).digest()]);
};

/**
 * Pushes a commit with what GitHub doesn't have of it, unless the branch has moved. Returns undefined
 * for a commit without an author, and if the listing of its parent lacks anything, such as links.
 * Throws Octokit's errors, and others if the push may have been refused.
 */
export const pushCommit = async (
  repository: GitHubRepository,
  { expectedHead, message, author, merges, signal }: CommitRequest,
  changes: EffectiveChanges,
  listing: Omit<StoredListing, 'head'>,
): Promise<WrittenCommit | undefined> => {
  const { owner, name, branch, apiUrl } = repository;
  const before = await filesByFolder(listing);
  const after = await filesByFolder({ ...listing, tree: applyChanges(listing.tree, changes) });
  const { object } = await readCommitBase(repository, expectedHead, signal);
  const [[base], [tree = '']] = [[...before.keys()].slice(-1), [...after.keys()].slice(-1)];
  if (!author || base !== object.tree.oid) return undefined;
  const parents = [expectedHead, merges ?? []].flat();
  const commit = renderCommit({ tree, parents, author, message });
  const sha = toCommitSha(objectIdOf('commit', commit));
  const objects: NewObjects = new Map([[sha, ['commit', commit]]]);
  for (const [id, { body }] of after) if (!before.has(id)) objects.set(id, ['tree', body]);
  for (const file of changes.values()) if (file?.bytes) objects.set(file.sha, ['blob', file.bytes]);

  // https://git-scm.com/docs/gitprotocol-pack#_pushing_data_to_a_server
  const ref = `refs/heads/${branch}`;
  const command = `${expectedHead} ${sha} ${ref}\0report-status`;
  const length = (4 + Buffer.byteLength(command)).toString(16).padStart(4, '0');
  const body = Buffer.concat([Buffer.from(`${length}${command}0000`), await packOf(objects)]);
  const site = siteOf(apiUrl);
  const url = `${site}/${owner}/${name}.git/git-receive-pack`;
  const headers = {
    authorization: await gitAuthorization(repository),
    'content-type': 'application/x-git-receive-pack-request',
    'user-agent': 'git/git-portfolio',
  };
  const request = {
    method: 'POST',
    headers,
    body,
    ...repository.transferring(body.length, signal),
  };
  const report = await (await fetchFrom(new URL(site).origin, url, request)).text();
  if (!report.includes(`ok ${ref}\n`)) throw new Error('It is not pushed', { cause: report });
  return { sha };
};
