import type { ImportLinks } from 'content-schema';
import { newIdempotencyKey } from '../../../data/request.ts';
import type { ChosenFiles, ChosenPost } from './chosen-files.ts';
import {
  combine,
  postFiles,
  previewAll,
  sendImages,
  type Call,
  type ImportResult,
  type SentImages,
  type StageOptions,
} from './import-calls.ts';
import {
  batchesOf,
  isSent,
  linksFor,
  missingText,
  imagesOf,
  rowsOf,
  sizeOf,
  type ImportRow,
  type Previews,
} from './import-rows.ts';

/** The progress of an import in bytes. */
export interface ImportProgress {
  /** The total sizes of the pictures, which are sent first, and of the files. */
  readonly images: number;
  readonly files: number;
  /** The bytes sent so far. */
  readonly sent: number;
}

interface SessionOptions extends Pick<StageOptions, 'stage' | 'signal'> {
  readonly call: Call;
  readonly onProgress: (progress: ImportProgress) => void;
  readonly onResponse: (response: Response, result: ImportResult) => void;
}

/** The state of one import, so that a retry continues where it failed. */
export interface ImportSession {
  readonly chosen: ChosenFiles;
  /** Asks the server for a preview of the files; asks again after a failure. */
  readonly previews: (call: Call) => Promise<Previews>;
  /** Imports the included files, with their pictures. */
  readonly send: (
    previews: Previews,
    leftOut: ReadonlySet<ChosenPost>,
    options: SessionOptions,
  ) => Promise<ImportResult>;
  /** The results so far, including the files that were not sent. */
  readonly result: () => ImportResult;
}

/** The files of one request. */
interface Batch {
  readonly rows: readonly ImportRow[];
  readonly idempotencyKey: string;
  /** Absent before the first attempt; the same for each. */
  links?: ImportLinks;
  result?: ImportResult;
}

const isSame = (batches: readonly Batch[], rows: readonly ImportRow[]): boolean => {
  const begun = batches.flatMap((batch) => batch.rows);
  return begun.length === rows.length && begun.every((row, at) => row.chosen === rows[at]?.chosen);
};

const sizeOfRows = (rows: readonly ImportRow[]): number =>
  sizeOf(rows.map(({ chosen }) => chosen.file));

export const createImport = (chosen: ChosenFiles): ImportSession => {
  const images: SentImages = { names: new Map(), rejections: new Map() };
  let previews: Promise<Previews> | undefined;
  let batches: readonly Batch[] = [];

  const result = (): ImportResult => {
    const all = combine(batches.flatMap((batch) => batch.result ?? []));
    const unsent = chosen.posts.flatMap(({ path, rejection }) =>
      rejection === undefined ? [] : [{ file: path, message: rejection }],
    );
    const incomplete = batches.flatMap(({ rows, result: done }) =>
      rows.flatMap(({ chosen: { path }, links, problem }) => {
        const message = missingText(links?.missing ?? []);
        const isImported =
          done && problem === undefined && done.errors.every((error) => error.file !== path);
        return isImported && message ? [{ file: path, message }] : [];
      }),
    );
    return {
      ...all,
      errors: [...unsent, ...all.errors],
      warnings: [...all.warnings, ...incomplete, ...images.rejections.values()],
    };
  };

  return {
    chosen,
    previews: (call) => {
      const asked = (previews ??= previewAll(chosen, call));
      asked.catch(() => (previews = undefined));
      return asked;
    },
    send: async (known, leftOut, { call, stage, signal, onProgress, onResponse }) => {
      const rows = rowsOf(chosen, known, leftOut);
      const sending = rows.filter(isSent);
      if (!isSame(batches, sending)) {
        batches = batchesOf(sending).map((batch) => ({
          rows: batch,
          idempotencyKey: newIdempotencyKey(),
        }));
      }
      const shown = imagesOf(sending);
      const shownFiles = new Map([...chosen.images].filter(([path]) => shown.has(path)));
      const bytes = { images: sizeOf(shownFiles.values()), files: sizeOfRows(sending) };
      let sent = 0;
      const onSent = (more: number) => {
        sent += more;
        if (!signal.aborted) onProgress({ ...bytes, sent });
      };
      onSent(0);
      await sendImages(shownFiles, images, { stage, onSent, signal });
      for (const batch of batches) {
        const before = sent;
        const size = sizeOfRows(batch.rows);
        const onFraction = (fraction: number) => onSent(before + fraction * size - sent);
        if (!batch.result) {
          const { idempotencyKey } = batch;
          const posts = batch.rows.map((row) => row.chosen);
          const links = (batch.links ??= linksFor(batch.rows, rows, images.names));
          const options = { onProgress: onFraction, signal, idempotencyKey };
          const response = await call(() => postFiles(posts, links, options));
          batch.result = response.result;
          onResponse(response.response, response.result);
        }
        onFraction(1);
      }
      const all = result();
      batches = [];
      return all;
    },
    result,
  };
};
