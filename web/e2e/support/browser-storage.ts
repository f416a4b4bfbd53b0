import type { Page } from '@playwright/test';

/** Runs in a page: the drafts in the browser's database, and the photos of their texts. */
export const storedRecords = async (): Promise<Record<'drafts' | 'photos', object[]>> => {
  const done = <Result>(request: IDBRequest<Result>): Promise<Result> =>
    new Promise((resolve) => {
      request.onsuccess = () => resolve(request.result);
    });
  const opening = indexedDB.open('drafts');
  opening.onupgradeneeded = () => opening.result.createObjectStore('drafts', { keyPath: 'id' });
  const opened = await done(opening);
  const records = await done(opened.transaction('drafts').objectStore('drafts').getAll());
  opened.close();
  const isDraft = (record: object) => 'value' in record;
  const photos = (records as object[]).filter((record) => !isDraft(record));
  return { drafts: (records as object[]).filter(isDraft), photos };
};

export const readRecords = (page: Page): ReturnType<typeof storedRecords> =>
  page.evaluate(storedRecords);

/** Stores a record in the browser's database of drafts. */
export const putRecord = (page: Page, record: object): Promise<void> =>
  page.evaluate(async (stored) => {
    const opening = indexedDB.open('drafts');
    opening.onupgradeneeded = () => opening.result.createObjectStore('drafts', { keyPath: 'id' });
    await new Promise((resolve) => (opening.onsuccess = resolve));
    const transaction = opening.result.transaction('drafts', 'readwrite');
    transaction.objectStore('drafts').put(stored);
    await new Promise((resolve) => (transaction.oncomplete = resolve));
    opening.result.close();
  }, record);

/** Makes every access to the local storage fail, as browsers that block it do. */
export const blockStorage = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('Denied', 'SecurityError');
      },
    });
  });
