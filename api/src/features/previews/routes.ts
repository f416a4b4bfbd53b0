import { postKind, previewSchema } from 'content-schema';
import type { Context, Middleware } from 'koa';
import { EntityNotFound, invalidInput } from '../../core/reading/errors.ts';
import { addressOf } from '../../core/reading/addresses.ts';
import { publicPosts } from '../../core/reading/publication.ts';
import type { ContentSnapshot } from '../../core/reading/snapshot.ts';
import { utcTime } from '../../core/messages/commit-subject.ts';
import { NotFound, StoreRefused } from '../../core/git-store/errors.ts';
import { keepOutOfCaches } from '../../core/http/caching/cache-control.ts';
import { previewPath, type Preview } from '../../core/auth/preview-links.ts';
import { commitSha, isSiteRequest } from '../../core/http/requests/parse-request.ts';
import { sendVersion } from '../../core/http/pages/version-pages.ts';
import { sendMessage } from '../../core/http/pages/web-app.ts';
import { adminOnly, createCalls, type CallRouter } from '../../core/http/calls.ts';
import type { CreateFeature, RouteDeps } from '../../core/http/deps.ts';

interface LoadedPreview {
  readonly snapshot: ContentSnapshot;
  /** The post's id, which may have changed since; absent for other versions. */
  readonly id?: string;
  /** What is shown, for the notice on each page. */
  readonly what: string;
}

const BEFORE_ALL = new Date(0).toISOString();

const HOUR_MS = 60 * 60 * 1000;

const NUMBER = /^[1-9]\d{0,9}$/;

/** Loads the content of a preview. Throws `EntityNotFound` or `NotFound` if it does not exist. */
const loadPreview = async (
  { branches, reader, past, renamedPosts }: RouteDeps,
  { of, name, head }: Omit<Preview, 'expires'>,
): Promise<LoadedPreview> => {
  if (of === 'post') {
    const current = await reader.current();
    const post =
      current.posts.find(({ id }) => id === name) ?? (await renamedPosts.findMoved(current, name));
    if (!post) throw new EntityNotFound('Blog post not found');
    // Other posts that are not public stay so.
    const { expiryDate: _, ...shown } = { ...post, hidden: false, publishDate: BEFORE_ALL };
    const posts = current.posts.map((each) => (each === post ? shown : each));
    const what = `the ${postKind(post)} “${post.title}”`;
    return { snapshot: { ...current, posts }, id: post.id, what };
  }
  if (of === 'commit') {
    const commit = commitSha(name);
    return { snapshot: await past.at(commit), what: `the site at commit ${commit.slice(0, 7)}` };
  }
  if (of === 'branch') {
    const snapshot = await past.at(await branches.resolve({ branch: name }));
    return { snapshot, what: `the site on the branch “${name}”` };
  }
  if (!NUMBER.test(name)) throw new EntityNotFound('A pull request is named by its number');
  const newest = await branches.resolve({ pull: Number(name) });
  const snapshot = await past.at(head === undefined ? newest : commitSha(head));
  const commit = snapshot.revision.slice(0, 7);
  return { snapshot, what: `the site at commit ${commit} of pull request ${name}` };
};

const isMissing = (error: unknown): boolean =>
  error instanceof EntityNotFound ||
  error instanceof NotFound ||
  // A name that git doesn't allow.
  error instanceof StoreRefused;

const MISSING: Readonly<Record<Preview['of'], string>> = {
  post: 'There is no such post',
  commit: 'There is no such commit',
  branch: 'There is no such branch',
  pull: 'There is no such open pull request',
};

const previewRoutes = (deps: RouteDeps): CallRouter => {
  const { authState, origin, previewLinks } = deps;
  return createCalls(deps)
    .post('/admin/previews', adminOnly().json(previewSchema), async (ctx, body) => {
      const { hours, ...target } = body;
      const { of, name } = target;
      const { snapshot } = await loadPreview(deps, target).catch((error: unknown) => {
        if (!isMissing(error)) throw error;
        throw invalidInput('name', MISSING[of]);
      });
      const preview = { of, name, expires: Date.now() + hours * HOUR_MS };
      const token = previewLinks.tokenOf(
        of === 'pull' ? { ...preview, head: snapshot.revision } : preview,
      );
      ctx.status = 201;
      return { url: origin + previewPath(token), expires: new Date(preview.expires).toISOString() };
    })
    .delete('/admin/previews', adminOnly(), async () => {
      await authState.endLinks();
    });
};

const PREVIEW = '/preview';
const PAGE = /^\/preview\/([^/]+)(.*)$/;
const PREVIEW_FILES = /^\/(?:photos|uploads|logo|assets)\//;

/** `GET /preview/{token}/…`, for anyone with the link. Reads no session and sets no cookie. */
const previewPages = (deps: RouteDeps): Middleware => {
  const sendProblem = (ctx: Context, status: number, text: string): Promise<void> => {
    keepOutOfCaches(ctx);
    return sendMessage(deps.web, ctx, status, text);
  };

  const sendPreview = async (ctx: Context, preview: Preview, base: string, path: string) => {
    const { snapshot, what, id: postId } = await loadPreview(deps, preview);
    const postPage = addressOf(postId ?? '');
    const isOfPost = preview.of === 'post';
    const current = await deps.reader.current();
    if (isOfPost && publicPosts(current).some(({ id }) => id === postId)) {
      keepOutOfCaches(ctx);
      ctx.redirect(postPage);
      return;
    }
    if (isOfPost && path !== postPage && !PREVIEW_FILES.test(path)) {
      keepOutOfCaches(ctx);
      // Other paths are public pages of the site, except the preview's own root.
      ctx.redirect(path === '/' ? `${base}${postPage}` : path);
      return;
    }
    const until = utcTime(preview.expires);
    const notice = `A preview of ${what}, which is not public. The link works until ${until}.`;
    const version = { snapshot, base, year: new Date().getUTCFullYear(), notice };
    await sendVersion(deps, ctx, version, `${path}${ctx.search}`);
  };

  return async (ctx, next) => {
    const [, token = '', path = ''] = PAGE.exec(ctx.path) ?? [];
    if (token === '' || !isSiteRequest(ctx)) {
      await next();
      return;
    }
    const preview = await deps.previewLinks.find(token);
    if (!preview) {
      await sendProblem(ctx, 403, 'This preview link is no longer valid. Ask for a new one.');
      return;
    }
    try {
      await sendPreview(ctx, preview, `${PREVIEW}/${token}`, path.replace(/^[\\/]*/, '/'));
    } catch (error) {
      if (!isMissing(error)) throw error;
      await sendProblem(ctx, 404, 'What this link showed no longer exists.');
    }
  };
};

export const previewsFeature: CreateFeature = (deps) => ({
  calls: previewRoutes(deps),
  pages: previewPages(deps),
});
