import type { Page } from '@playwright/test';

type Database = 'drafts' | 'unsaved-photos';

/** The records in a database of the browser. */
export const readRecords = (page: Page, database: Database): Promise<unknown[]> =>
  page.evaluate(async (name) => {
    const done = <Result>(request: IDBRequest<Result>): Promise<Result> =>
      new Promise((resolve) => {
        request.onsuccess = () => resolve(request.result);
      });
    const opened = await done(indexedDB.open(name));
    const records = await done(opened.transaction(name).objectStore(name).getAll());
    opened.close();
    return records as unknown[];
  }, database);

/** Stores a record in a database of the browser, which the page has made. */
export const putRecord = (page: Page, database: Database, record: object): Promise<void> =>
  page.evaluate(
    async ([name, stored]) => {
      const opening = indexedDB.open(name);
      await new Promise((resolve) => (opening.onsuccess = resolve));
      const transaction = opening.result.transaction(name, 'readwrite');
      transaction.objectStore(name).put(stored);
      await new Promise((resolve) => (transaction.oncomplete = resolve));
      opening.result.close();
    },
    [database, record] as const,
  );

/** Makes every access to the local storage fail, as browsers that block it do. */
export const blockStorage = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('Denied', 'SecurityError');
      },
    });
  });
