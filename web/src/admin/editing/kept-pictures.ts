import { createBrowserStore } from './browser-store.ts';
import type { PhotoUpload, PhotoUploads } from './photo-uploads.ts';

/**
 * Pictures whose placeholders stand in texts that are not saved, in the browser's own database: a
 * draft that is restored goes on uploading them. Where the browser keeps no such database, a
 * picture is lost with its page.
 */

type PlacedUpload = Pick<PhotoUpload, 'key' | 'batch' | 'photo' | 'alt'> & {
  readonly placeholder: string;
};

interface KeptPicture extends PlacedUpload {
  readonly file: File;
}

/** What is written often stands apart from the bytes. */
interface KeptRecord extends PlacedUpload {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly keptAt: number;
}

interface KeptFile {
  readonly id: string;
  readonly file: File;
}

const KEEP_MS = 30 * 24 * 3_600_000;

const inStore = createBrowserStore('pictures', 'placeholder');

const fileId = (key: string): string => `${key} file`;

const keepFile = async (key: string, file: File): Promise<void> => {
  const kept: KeptFile = { id: fileId(key), file };
  await inStore('readwrite', (store) => store.put(kept));
};

const keepPicture = async ({
  key,
  batch,
  photo,
  alt,
  placeholder,
}: PlacedUpload): Promise<void> => {
  const known = { ...(photo && { photo }), ...(alt !== undefined && { alt }) };
  const record: KeptRecord = { id: key, key, batch, placeholder, ...known, keptAt: Date.now() };
  await inStore('readwrite', (store) => store.put(record));
};

const dropPicture = async (key: string): Promise<void> => {
  await inStore('readwrite', (store) => store.delete(key));
  await inStore('readwrite', (store) => store.delete(fileId(key)));
};

/** The pictures of one placeholder, or all of them. */
const keptRecords = async (placeholder?: string): Promise<readonly KeptRecord[]> =>
  (await inStore<unknown[]>('readonly', (store) =>
    store.index('by-placeholder').getAll(placeholder),
  )) as KeptRecord[];

const newestFirst = (one: KeptRecord, other: KeptRecord): number => other.keptAt - one.keptAt;

const findPicture = async (placeholder: string): Promise<KeptPicture | undefined> => {
  const [record] = (await keptRecords(placeholder)).toSorted(newestFirst);
  if (!record) return undefined;
  const { keptAt: _, id, ...picture } = record;
  const kept = await inStore<unknown>('readonly', (store) => store.get(fileId(id)));
  return kept === undefined ? undefined : { ...picture, file: (kept as KeptFile).file };
};

/** The placeholders of all pictures that are kept; those of drafts long gone are dropped. */
const keptPlaceholders = async (): Promise<readonly string[]> => {
  const records = await keptRecords();
  const old = records.filter(({ keptAt }) => keptAt < Date.now() - KEEP_MS);
  await Promise.all(old.map(({ key }) => dropPicture(key)));
  return records.map(({ placeholder }) => placeholder);
};

interface PictureKeeper {
  /** Begins to keep what becomes of the pictures, also when their page is left. */
  readonly start: () => void;
  readonly keep: (uploads: readonly PhotoUpload[]) => void;
  /** The picture that a placeholder stands for; undefined where none is kept. */
  readonly find: (placeholder: string) => Promise<KeptPicture | undefined>;
  /** Whether a placeholder stands for a picture of another page. */
  readonly isTaken: (placeholder: string) => boolean;
  /** Drops the pictures that are stored. */
  readonly forget: () => void;
}

const ignore = () => undefined;

/** Keeps the pictures of one text. */
export const createPictureKeeper = ({
  latest,
  subscribe,
}: Pick<PhotoUploads, 'latest' | 'subscribe'>): PictureKeeper => {
  const kept = new Map<string, PhotoUpload>();
  let taken: ReadonlySet<string> = new Set();

  const follow = () => {
    for (const upload of latest()) {
      const { key, batch, placeholder, alt, photo, state } = upload;
      const before = kept.get(key);
      if (!before || placeholder === undefined) continue;
      const isKept = before.alt === alt && before.photo === photo && before.batch === batch;
      if (isKept && before.state === state) continue;
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
