import {
  POST_BODY_MAX_BYTES,
  historyQuerySchema,
  restoreSchema,
  undoSchema,
  type CommitResponse,
  type HistoryResponse,
  type Decision,
} from 'content-schema';
import type { Middleware } from 'koa';
import { EntityNotFound, invalidInput, type InvalidInput } from '../../core/reading/errors.ts';
import { restoreFile, restoreSite } from '../../core/saving/restore.ts';
import { presentCommit } from '../../core/presenters/commit-presenter.ts';
import { sendImage } from '../../core/http/caching/send-image.ts';
import {
  commitOf,
  parseQuery,
  commitSha,
  isSiteRequest,
} from '../../core/http/requests/parse-request.ts';
import { adminOnly, createCalls, type CallRouter } from '../../core/http/calls.ts';
import { createRouteDeps, type CreateFeature, type RouteDeps } from '../../core/http/deps.ts';
import { changedPaths } from '../../core/git-store/changes.ts';
import { summaryOfUndo } from '../../core/messages/commit-message.ts';
import type { Command } from '../../core/saving/save-command.ts';
import type { CommitChange, ContentHistory } from '../../core/reading/content-history.ts';
import { mergeTrees } from '../../core/saving/merge-trees.ts';
import { findRenames, followRenames } from '../../core/reading/renames.ts';
import { createCacheRegistry } from '../../core/cache.ts';
import type { CommitSha } from '../../core/git-store/git-store.ts';
import { checkSession } from '../../core/http/requests/access.ts';
import { allowOwnFrame } from '../../core/http/requests/security-headers.ts';
import { sendVersion } from '../../core/http/pages/version-pages.ts';

const invalid = (message: string): InvalidInput => invalidInput('commit', message);

const FIRST_CHANGE = 'The first change cannot be undone: there was nothing before it';
const LINKS_CHANGE =
  'This change cannot be undone here: it added or removed a symbolic link or a submodule';
const NO_FILES = 'This change cannot be undone here: it changed the content of no file';

/**
 * Throws `MergeConflict` for an undecided overlap with a later change, `InvalidInput` for a commit
 * that can't be undone, and `UnreadableFile` if a file with later edits can't be parsed.
 */
const undoChange =
  (
    { info, before, after, changesLinks }: CommitChange,
    decisions: readonly Decision[],
    history: Pick<ContentHistory, 'read' | 'lastRemoval'>,
  ): Command =>
  async (context) => {
    const { parent } = info;
    if (parent === null) throw invalid(FIRST_CHANGE);
    if (changesLinks) throw invalid(LINKS_CHANGE);
    if (changedPaths(before, after).length === 0) throw invalid(NO_FILES);
    const { changes } = await mergeTrees(
      {
        base: { revision: info.sha, tree: after },
        mine: { revision: parent, tree: before },
        decisions,
        read: history.read,
        findRenames: () => findRenames({ before: after, after: before }, history.read),
        follow: (paths, to) => followRenames(paths, { from: after, since: info, to, history }),
        error: (reason) => invalid(`The change cannot be undone: ${reason}`),
      },
      context,
    );
    return { ...summaryOfUndo(info.message), changes, undoes: info.sha };
  };

const historyRoutes = (deps: RouteDeps): CallRouter => {
  const { reader, history, info: store, saveOnHead, past } = deps;
  const admin = adminOnly();
  const undoing = admin.json(undoSchema, POST_BODY_MAX_BYTES);

  const filePages = async (path: string | undefined): Promise<HistoryResponse['file']> => {
    if (!store.pages || path === undefined) return undefined;
    if (!(await reader.current()).tree.has(path)) return undefined;
    return { url: store.pages.file(path), blame: store.pages.blame(path) };
  };

  return createCalls(deps)
    .get('/history', admin, async (ctx) => {
      const query = parseQuery(ctx, historyQuerySchema);
      const { commits, ...rest } = await history.page(query);
      const file = await filePages(query.path);
      return {
        commits: commits.map((commit) => presentCommit(commit, store)),
        page: query.page,
        ...rest,
        ...(file && { file }),
      } satisfies HistoryResponse;
    })
    .get('/history/{commit}', admin, async (ctx) => {
      const { info, undone } = await history.commit(commitOf(ctx));
      return {
        ...presentCommit(info, store),
        message: info.message,
        ...(undone && { undone: { sha: undone.sha, date: undone.date } }),
      } satisfies CommitResponse;
    })
    .get('/history/{commit}/file', admin, async (ctx) => {
      const { path } = parseQuery(ctx, restoreSchema);
      const { tree } = await history.version(commitOf(ctx), path);
      const entry = tree.get(path);
      if (!entry) throw new EntityNotFound(`${path} did not exist at that time`);
      // The file never changes, but only the administrator may see it.
      ctx.set('Cache-Control', 'private, no-cache');
      await sendImage(ctx, entry.sha, async () => (await history.read([entry.sha])).get(entry.sha));
    })
    .post('/history/{commit}/undo', undoing, async (ctx, { decisions }) => {
      const change = await history.change(commitOf(ctx));
      return saveOnHead(ctx, undoChange(change, decisions, history));
    })
    .post('/history/{commit}/restore', admin.json(restoreSchema), async (ctx, { path }) => {
      const version = await history.version(commitOf(ctx), path);
      return saveOnHead(ctx, restoreFile(version, history));
    })
    .get('/history/{commit}/site', admin, async (ctx) => {
      await reader.latest();
      const { info, older, newer } = await history.moment(commitOf(ctx));
      return {
        commit: presentCommit(info, store),
        older: older ? presentCommit(older, store) : null,
        newer: newer ? presentCommit(newer, store) : null,
      };
    })
    .post('/history/{commit}/site/restore', admin, async (ctx) => {
      const commit = commitOf(ctx);
      const [{ tree }, { date }] = await Promise.all([past.at(commit), history.info(commit)]);
      return saveOnHead(ctx, restoreSite({ tree, date }));
    });
};

const PAGE = /^\/past\/([^/]+)(.*)$/;

/** Whether a commit is of the site. Others may be proposals, whose images may report who reads them. */
const isOfSite = async (
  { branches, info, reader }: RouteDeps,
  commit: CommitSha,
): Promise<boolean> => {
  const { revision } = await reader.current();
  if (info.kind === 'local' || commit === revision) return true;
  return (await branches.baseOf(commit, revision).catch(() => undefined)) === commit;
};

/** `GET /past/{commit}/…`: the site at a commit, also of a repository to be connected */
const pastPages =
  (deps: RouteDeps): Middleware =>
  async (ctx, next) => {
    const [, name = '', path = ''] = PAGE.exec(ctx.path) ?? [];
    if (name === '' || !isSiteRequest(ctx)) {
      await next();
      return;
    }
    checkSession(ctx, deps.sessions);
    const commit = commitSha(name);
    const candidate = deps.candidate?.();
    const from =
      candidate?.reader.cached()?.revision === commit
        ? createRouteDeps({ ...deps, content: candidate, caches: createCacheRegistry() }, [])
        : deps;
    const { past, history } = from;
    const [snapshot, { date }, foreignImages] = await Promise.all([
      past.at(commit),
      history.info(commit),
      isOfSite(from, commit),
    ]);
    const version = { snapshot, base: `/past/${commit}`, year: new Date(date).getUTCFullYear() };
    allowOwnFrame(ctx, foreignImages);
    await sendVersion(from, ctx, version, `${path || '/'}${ctx.search}`);
  };

export const historyFeature: CreateFeature = (deps) => ({
  calls: historyRoutes(deps),
  adminPages: pastPages(deps),
});
