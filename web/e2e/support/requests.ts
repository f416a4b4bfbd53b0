import type { Page } from '@playwright/test';

type Url = string | RegExp;

/** Delays requests until the returned function is called. */
export const holdRequests = async (page: Page, url: Url): Promise<() => void> => {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(url, async (route) => {
    await released;
    await route.fallback();
  });
  return release;
};

/** Lets the server handle requests that write, and loses its responses, or only the first. */
export const loseResponses = (page: Page, url: Url, options?: { times: 1 }): Promise<unknown> =>
  page.route(
    url,
    async (route) => {
      if (route.request().method() === 'GET') return route.fallback();
      await route.fetch();
      await route.abort();
    },
    options,
  );

/** Lists the page's requests to the API as they are made. */
export const watchCalls = (page: Page): string[] => {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/api/')) calls.push(`${request.method()} ${pathname}${search}`);
  });
  return calls;
};
