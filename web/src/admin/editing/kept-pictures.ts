import { createBrowserStore } from './browser-store.ts';
import type { PhotoUpload, PhotoUploads } from './photo-uploads.ts';

/**
 * Stores in IndexedDB the pictures whose placeholders are in unsaved texts, so that a restored
 * draft can continue their uploads. Without IndexedDB, pictures are lost when the page closes.
 */

type PlacedUpload = Pick<PhotoUpload, 'key' | 'batch' | 'photo' | 'alt' | 'staged'> & {
  readonly placeholder: string;
};

interface KeptPicture extends PlacedUpload {
  readonly file: File;
}

/** Stored apart from the file's bytes, since it is written often. */
interface KeptRecord extends PlacedUpload {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly keptAt: number;
}

interface KeptFile {
  readonly id: string;
  readonly file: File;
}

const DAY_MS = 24 * 3_600_000;
const KEEP_MS = 30 * DAY_MS;

const runInStore = createBrowserStore('pictures', 'placeholder');

const fileId = (key: string): string => `${key} file`;

const keepFile = async (key: string, file: File): Promise<void> => {
  const kept: KeptFile = { id: fileId(key), file };
  await runInStore('readwrite', (store) => store.put(kept));
};

const keepPicture = async ({
  key,
  batch,
  photo,
  alt,
  staged,
  placeholder,
}: PlacedUpload): Promise<void> => {
  const known = { ...(photo && { photo }), ...(alt !== undefined && { alt }), staged };
  const record: KeptRecord = { id: key, key, batch, placeholder, ...known, keptAt: Date.now() };
  await runInStore('readwrite', (store) => store.put(record));
};

const dropPicture = async (key: string): Promise<void> => {
  await runInStore('readwrite', (store) => store.delete(key));
  await runInStore('readwrite', (store) => store.delete(fileId(key)));
};

/** The stored pictures of a placeholder, or of all placeholders. */
const keptRecords = async (placeholder?: string): Promise<readonly KeptRecord[]> =>
  (await runInStore<unknown[]>('readonly', (store) =>
    store.index('by-placeholder').getAll(placeholder),
  )) as KeptRecord[];

const newestFirst = (one: KeptRecord, other: KeptRecord): number => other.keptAt - one.keptAt;

const findPicture = async (placeholder: string): Promise<KeptPicture | undefined> => {
  const [record] = (await keptRecords(placeholder)).toSorted(newestFirst);
  if (!record) return undefined;
  const { keptAt, id, ...picture } = record;
  const kept = await runInStore<unknown>('readonly', (store) => store.get(fileId(id)));
  if (kept === undefined) return undefined;
  // The server forgets a sent file after a day.
  const staged = keptAt > Date.now() - DAY_MS ? picture.staged : undefined;
  return { ...picture, staged, file: (kept as KeptFile).file };
};

/** The placeholders of all stored pictures. Also deletes old pictures. */
const keptPlaceholders = async (): Promise<readonly string[]> => {
  const records = await keptRecords();
  const old = records.filter(({ keptAt }) => keptAt < Date.now() - KEEP_MS);
  await Promise.all(old.map(({ key }) => dropPicture(key)));
  return records.map(({ placeholder }) => placeholder);
};

interface PictureKeeper {
  /** Starts to store changes to the pictures, even after the page is left. */
  readonly start: () => void;
  readonly keep: (uploads: readonly PhotoUpload[]) => void;
  /** Resolves to the stored picture of a placeholder; undefined if there is none. */
  readonly find: (placeholder: string) => Promise<KeptPicture | undefined>;
  /** Whether a stored picture of another page has the placeholder. */
  readonly isTaken: (placeholder: string) => boolean;
  /** Deletes the pictures that the server has stored. */
  readonly forget: () => void;
}

const ignore = () => undefined;

/** Stores the pictures of one text while they upload. */
export const createPictureKeeper = ({
  latest,
  subscribe,
}: Pick<PhotoUploads, 'latest' | 'subscribe'>): PictureKeeper => {
  const kept = new Map<string, PhotoUpload>();
  let taken: ReadonlySet<string> = new Set();

  const follow = () => {
    for (const upload of latest()) {
      const { key, batch, placeholder, alt, photo, state, staged } = upload;
      const before = kept.get(key);
      if (!before || placeholder === undefined) continue;
      const isKept = before.alt === alt && before.photo === photo && before.batch === batch;
      if (isKept && before.staged === staged && before.state === state) continue;
      kept.set(key, upload);
      if (state === 'cancelled') dropPicture(key).catch(ignore);
      else keepPicture({ ...upload, placeholder }).catch(ignore);
    }
  };

  return {
    start: () => {
      subscribe(follow);
      keptPlaceholders().then((found) => {
        taken = new Set(found);
      }, ignore);
    },
    keep: (uploads) => {
      for (const upload of uploads) {
        const { key, placeholder, file } = upload;
        if (placeholder === undefined) continue;
        kept.set(key, upload);
        keepFile(key, file).catch(ignore);
        keepPicture({ ...upload, placeholder }).catch(ignore);
      }
    },
    find: (placeholder) => findPicture(placeholder).catch(ignore),
    isTaken: (placeholder) => taken.has(placeholder),
    forget: () => {
      for (const { key, state } of kept.values()) {
        if (state === 'stored') dropPicture(key).catch(ignore);
      }
    },
  };
};
