import {
  appCodeSchema,
  connectSchema,
  failureMessages,
  newAppSchema,
  passwordSchema,
  planConnectionSchema,
  publishedAtSchema,
} from 'content-schema';
import { escapeXml } from '../../core/xml-text.ts';
import { checkOrigin } from '../../core/http/requests/access.ts';
import { parseQuery } from '../../core/http/requests/parse-request.ts';
import { adminOnly, createCalls, type CallRouter } from '../../core/http/calls.ts';
import type { CreateFeature, RouteDeps } from '../../core/http/deps.ts';

/** A page of its own, since no page of the site may send a form to another origin. */
const newAppPage = (host: string, action: string, manifest: object): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>Create a GitHub App</title>
<style>body{margin:10vh auto;max-width:36rem;padding:0 1rem;font:1rem/1.6 system-ui,sans-serif}button{font:inherit;padding:.6rem 1.2rem}</style>
<h1>Create a GitHub App</h1>
${host === 'github.com' ? '' : `<p role="alert"><strong>Warning: this leads to ${host}, not to github.com.</strong> Go on only if that is your own GitHub Enterprise Server: it makes the App, and can read and change what this site stores there.`}
<p>${host} asks for a name, and then sends you back here. The App belongs to you, and sees only the repositories that you install it on.
<form method="post" action="${escapeXml(action)}">
<input type="hidden" name="manifest" value="${escapeXml(JSON.stringify(manifest))}">
<button>Create the App at GitHub</button>
</form>
<p><a href="/admin/connect">Back</a>
`;

/** `/api/admin/connection`: the repository at GitHub that the site is connected to */
const connectionRoutes = (deps: RouteDeps): CallRouter => {
  const { allowedOrigin, authState, checkPassword, content, sessions, site } = deps;
  const admin = adminOnly(failureMessages.changeConnection);
  // Loaded on first use, since GitHub's libraries would delay every start.
  const connection = async () =>
    (await import('./connection.ts')).createConnection({ ...site, authState, content });
  return createCalls(deps)
    .get('/admin/connection', admin, async () => (await connection()).read())
    .get('/admin/connection/app', admin, async (ctx) => {
      checkOrigin(ctx, allowedOrigin);
      const { site, organization } = parseQuery(ctx, newAppSchema);
      const { newApp } = await connection();
      const { action, manifest } = newApp(sessions.idOf(ctx), site, organization);
      ctx.set(
        'Content-Security-Policy',
        `default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'; form-action ${site}`,
      );
      ctx.type = 'html';
      ctx.body = newAppPage(new URL(site).host, action, manifest);
    })
    .post('/admin/connection/app', admin.json(appCodeSchema), async (ctx, { password, ...app }) => {
      await checkPassword(ctx, password);
      await (await connection()).addApp(sessions.idOf(ctx), app.code, app.state);
    })
    .post('/admin/connection/plan', admin.json(planConnectionSchema), async (_, target) =>
      (await connection()).plan(target),
    )
    .put('/admin/connection', admin.json(connectSchema), async (ctx, body) => {
      const { kind, password, ...target } = body;
      await checkPassword(ctx, password);
      return (await connection()).connect(target, kind);
    })
    .patch('/admin/connection', admin.json(publishedAtSchema), async (_, { publishedAt }) => {
      await (await connection()).publish(publishedAt ?? undefined);
    })
    .delete('/admin/connection', admin.json(passwordSchema), async (ctx, { password }) => {
      await checkPassword(ctx, password);
      return (await connection()).disconnect();
    });
};

export const connectFeature: CreateFeature = (deps) => ({ calls: connectionRoutes(deps) });
