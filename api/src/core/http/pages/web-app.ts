import type { SiteRenderer } from 'content-schema';
import type { Context } from 'koa';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { allowInline, inlineSourcesOf } from '../requests/security-headers.ts';

const loadRenderer = async (path: string): Promise<SiteRenderer> => {
  try {
    const bundle = (await import(pathToFileURL(path).href)) as { siteRenderer: SiteRenderer };
    return bundle.siteRenderer;
  } catch (cause) {
    throw new Error('The web app could not be loaded; build it with npm run build', { cause });
  }
};

export type WebApp = ReturnType<typeof openWebApp>;

const builtFolder = (): string => {
  const manifest = createRequire(import.meta.url).resolve('web/package.json');
  return join(dirname(manifest), 'dist');
};

/** Opens the built web app in a folder; its renderer is loaded on first use. */
export const openWebApp = (folder = builtFolder()) => {
  let renderer: Promise<SiteRenderer> | undefined;
  return {
    files: join(folder, 'client'),
    /** Loads the renderer of its pages. Rejects when the app has not been built. */
    renderer: () => (renderer ??= loadRenderer(join(folder, 'server', 'entry-server.js'))),
  };
};

export const sendMessage = async (
  web: WebApp,
  ctx: Context,
  status: number,
  text: string,
): Promise<void> => {
  const renderer = await web.renderer();
  allowInline(ctx, inlineSourcesOf(renderer.document()));
  ctx.status = status;
  ctx.type = 'html';
  ctx.body = renderer.message(text);
};
