import { postKind, type PostKind } from 'content-schema';
import type { PhotoCalls } from '../../../data/photos.ts';
import { newIdempotencyKey } from '../../../data/request.ts';
import {
  createPhotoUploads,
  isUnderWay,
  type PhotoUpload,
} from '../../core/editing/photos/photo-uploads.ts';
import type { ChosenFiles, ChosenPost } from './chosen-files.ts';
import {
  combine,
  fetchPicture,
  postFiles,
  previewFiles,
  type ImportResult,
  type Previews,
} from './import-calls.ts';
import {
  batchesOf,
  imagesOf,
  isSent,
  linksFor,
  missingText,
  rowsOf,
  sizeOf,
  type ImportRow,
} from './import-rows.ts';
import { hostsOf } from './remote-pictures.ts';

export interface ImportProgress {
  /** The total sizes of the images, which are sent first, and of the files. */
  readonly images: number;
  readonly files: number;
  readonly sent: number;
  /**
   * When it goes on if GitHub takes no more pictures for now, and when it is probably done; unknown
   * while nothing is sent.
   */
  readonly pause?: { readonly until: number; readonly end: number | undefined } | undefined;
}

interface Batch {
  readonly rows: readonly ImportRow[];
  readonly idempotencyKey: string;
  result?: ImportResult;
}

const isSame = (batches: readonly Batch[], rows: readonly ImportRow[]): boolean => {
  const begun = batches.flatMap((batch) => batch.rows);
  const isSameRow = ({ chosen, preview, aliases }: ImportRow, other: ImportRow | undefined) =>
    chosen === other?.chosen &&
    preview === other.preview &&
    aliases.join(' ') === other.aliases.join(' ');
  return begun.length === rows.length && begun.every((row, at) => isSameRow(row, rows[at]));
};

/** Returns the files as they were previewed, so that they become what was shown. */
const filesOf = (rows: readonly ImportRow[]): ChosenPost[] =>
  rows.map(({ chosen, preview, aliases }) =>
    preview ? { ...chosen, aliases: [...aliases], kind: postKind(preview.post) } : chosen,
  );

const sizeOfRows = (rows: readonly ImportRow[]): number =>
  sizeOf(rows.map(({ chosen }) => chosen.file));

const sentBytes = (upload: PhotoUpload): number =>
  (upload.file?.size ?? 0) * (isUnderWay(upload) ? upload.progress : 1);

/** Stands for the bytes of a picture at another site in the progress. */
const UNKNOWN = new Blob([new Uint8Array(300_000)]);

interface ImportOptions {
  /** Makes a call, and renews the session that it needs. */
  readonly call: <Result>(call: () => Promise<Result>) => Promise<Result>;
  readonly stage: PhotoCalls['stage'];
  /** Called after each request with the results so far. */
  readonly onResponse: (result: ImportResult) => void;
}

interface SendOptions {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: ImportProgress) => void;
}

/** Creates an import, which continues where it failed when it is sent again. */
export const createImport = (chosen: ChosenFiles, { call, stage, onResponse }: ImportOptions) => {
  let hosts: string[] = [];
  const uploads = createPhotoUploads({
    stage: (file, options) => {
      const remote = photos().find((one) => one.file === file && !chosen.images.has(one.name));
      if (!remote) return stage(file, options);
      return call(() => fetchPicture({ url: remote.name, hosts }, options.signal));
    },
  });
  const photos = uploads.uploads;
  const results: ImportResult[] = [];
  let previews: Promise<Previews> | undefined;
  let batches: readonly Batch[] = [];

  const previewBatch = async (batch: readonly ImportRow[]) => {
    const files = await call(() => previewFiles(filesOf(batch)));
    return batch.flatMap(({ chosen: post }, index) => {
      const preview = files[index];
      return preview ? [[post, preview] as const] : [];
    });
  };

  const loadPreviews = async (): Promise<Previews> => {
    const rows = rowsOf(chosen, new Map(), new Set()).filter(isSent);
    const loaded = [];
    for (const batch of batchesOf(rows)) loaded.push(...(await previewBatch(batch)));
    return new Map(loaded);
  };

  const stagedImages = (): ReadonlyMap<string, string> =>
    new Map(photos().flatMap(({ name, staged }) => (staged === undefined ? [] : [[name, staged]])));

  /** Resolves to why some images are to be sent again; undefined if all are sent or rejected. */
  const sendImages = async (
    images: ReadonlyMap<string, File>,
    signal: AbortSignal,
    onSent: (bytes: number, resumesAt?: number) => void,
  ): Promise<string | undefined> => {
    const requested = () => photos().filter(({ name }) => images.has(name));
    const failed = () => requested().find(({ state, canRetry }) => state === 'failed' && canRetry);
    const stop = () => {
      for (const { key } of requested().filter(isUnderWay)) uploads.cancel(key);
    };
    const report = () => {
      const sent = requested().reduce((sum, upload) => sum + sentBytes(upload), 0);
      const sending = requested().filter(({ state }) => state === 'sending');
      const pauses = sending.flatMap(({ resumesAt }) => resumesAt ?? []);
      onSent(sent, pauses.length > 0 ? Math.min(...pauses) : undefined);
    };
    for (const { key, canRetry } of requested()) if (canRetry) uploads.retry(key);
    const added = new Set(requested().map(({ name }) => name));
    const missing = [...images].filter(([path]) => !added.has(path));
    uploads.add(missing.map(([name, file]) => ({ name, file })));
    const unsubscribe = uploads.subscribe(report);
    signal.addEventListener('abort', stop, { once: true });
    const wait = async (key: string) => {
      await uploads.whenSent(key);
      if (failed()) stop();
    };
    await Promise.all(requested().map(({ key }) => wait(key)));
    unsubscribe();
    signal.throwIfAborted();
    return failed()?.problem;
  };

  const sendBatch = async (
    batch: Batch,
    rows: readonly ImportRow[],
    options: { readonly signal: AbortSignal; readonly onProgress: (fraction: number) => void },
  ) => {
    const { idempotencyKey } = batch;
    const links = linksFor(batch.rows, rows, stagedImages());
    batch.result = await call(() =>
      postFiles(filesOf(batch.rows), links, { ...options, idempotencyKey }),
    );
    results.push(batch.result);
    onResponse(combine(results));
  };

  /** The results so far, including the files and images that were not sent. */
  const result = (): ImportResult => {
    const all = combine(batches.flatMap((batch) => batch.result ?? []));
    const unsent = chosen.posts.flatMap(({ path, rejection }) =>
      rejection === undefined ? [] : [{ file: path, message: rejection }],
    );
    const incomplete = batches.flatMap(({ rows, result: done }) =>
      rows.flatMap(({ chosen: { path, notes = [] }, links, problem }) => {
        const isImported =
          done && problem === undefined && done.errors.every((error) => error.file !== path);
        const messages = [...notes, missingText(links?.missing ?? [])].filter(Boolean);
        return isImported ? messages.map((message) => ({ file: path, message })) : [];
      }),
    );
    const rejected = photos().flatMap(({ name, problem, canRetry }) =>
      problem === undefined || canRetry ? [] : [{ file: name, message: problem }],
    );
    return {
      ...all,
      errors: [...unsent, ...all.errors],
      warnings: [...all.warnings, ...incomplete, ...rejected],
    };
  };

  const send = async (
    rows: readonly ImportRow[],
    { signal, onProgress }: SendOptions,
  ): Promise<ImportResult> => {
    const included = rows.filter(isSent);
    if (!isSame(batches, included)) {
      batches = batchesOf(included).map((batch) => ({
        rows: batch,
        idempotencyKey: newIdempotencyKey(),
      }));
    }
    const shown = imagesOf(included);
    hosts = hostsOf([...shown].filter((path) => !chosen.images.has(path)));
    const images = new Map(
      [...shown].map((path) => [path, chosen.images.get(path) ?? new File([UNKNOWN], '')]),
    );
    const bytes = { images: sizeOf(images.values()), files: sizeOfRows(included) };
    const start = Date.now();
    const pauseOf = (sent: number, until: number): ImportProgress['pause'] => {
      const left = (bytes.images - sent) / sent;
      return { until, end: sent > 0 ? until + left * (until - start) : undefined };
    };
    const showSent = (sent: number, resumesAt?: number) => {
      const pause = resumesAt === undefined ? undefined : pauseOf(sent, resumesAt);
      if (!signal.aborted) onProgress({ ...bytes, sent, pause });
    };
    showSent(0);
    const message = await sendImages(images, signal, showSent);
    if (message !== undefined) return { ...result(), message };
    let sent = bytes.images;
    for (const batch of batches) {
      const size = sizeOfRows(batch.rows);
      const before = sent;
      const onSent = (fraction: number) => showSent(before + fraction * size);
      if (!batch.result) await sendBatch(batch, rows, { signal, onProgress: onSent });
      sent += size;
      showSent(sent);
    }
    const all = result();
    batches = [];
    return all;
  };

  /** Asks the server for a preview of the files; asks again after a failure. */
  const preview = (): Promise<Previews> => {
    previews ??= loadPreviews();
    previews.catch(() => (previews = undefined));
    return previews;
  };

  /** Asks the server for what a file becomes as a post or a page. */
  const previewAs = async ({ chosen: post }: ImportRow, kind: PostKind): Promise<Previews> => {
    const [file] = await call(() => previewFiles([{ ...post, kind }]));
    const loaded = await preview();
    previews = Promise.resolve(file ? new Map([...loaded, [post, file]]) : loaded);
    return previews;
  };

  return { chosen, preview, previewAs, send, result };
};

export type ImportSession = ReturnType<typeof createImport>;
