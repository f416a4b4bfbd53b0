import type { SiteRenderer } from 'content-schema';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The web app as it was built. */
export interface WebApp {
  /** The folder of its files. */
  readonly files: string;
  /** What renders its pages. Rejects when the app has not been built. */
  renderer(): Promise<SiteRenderer>;
}

interface ServerBundle {
  readonly siteRenderer: SiteRenderer;
}

const loadRenderer = async (path: string): Promise<SiteRenderer> => {
  try {
    const bundle = (await import(pathToFileURL(path).href)) as ServerBundle;
    return bundle.siteRenderer;
  } catch (cause) {
    throw new Error('The web app could not be loaded; npm run build makes it', { cause });
  }
};

/** The web app in the folder of its build; its renderer is loaded when it is first asked for. */
export const openWebApp = (folder: string): WebApp => {
  let renderer: Promise<SiteRenderer> | undefined;
  return {
    files: join(folder, 'client'),
    renderer: () => (renderer ??= loadRenderer(join(folder, 'server', 'entry-server.js'))),
  };
};
