import {
  SAVED_COMMIT_HEADER,
  UPLOAD_MAX_FILES,
  failureMessages,
  importMessages,
} from 'content-schema';
import { useRef, useState } from 'react';
import { useKeepSession, useOfferUndo } from '../../../data/keep-session.ts';
import { errorOf, messageOf, newIdempotencyKey } from '../../../data/request.ts';
import { isCancelled, sendForm } from '../../../data/send-form.ts';
import { combine, readImported, readRefused, type ImportResult } from './import-answer.ts';

export type ImportState =
  | { readonly state: 'idle' }
  | { readonly state: 'sending'; /** From 0 to 1. */ readonly progress: number }
  | ({ readonly state: 'done' | 'failed'; readonly message: string } & Omit<ImportResult, 'count'>);

interface ImportHook {
  readonly status: ImportState;
  /** Resolves to whether all was sent, and posts were imported. */
  readonly send: (files: readonly File[]) => Promise<boolean>;
  /** Ends an import that is being sent, and forgets how the last one went. */
  readonly cancel: () => void;
}

/** As many files as one request may have. */
interface Batch {
  readonly files: readonly File[];
  readonly idempotencyKey: string;
  /** Absent until it was answered. */
  result?: ImportResult & { readonly message?: string };
}

const batchesOf = (files: readonly File[]): Batch[] =>
  Array.from({ length: Math.ceil(files.length / UPLOAD_MAX_FILES) }, (_, index) => ({
    files: files.slice(index * UPLOAD_MAX_FILES, (index + 1) * UPLOAD_MAX_FILES),
    idempotencyKey: newIdempotencyKey(),
  }));

export const sizeOf = (files: readonly File[]): number =>
  files.reduce((size, file) => size + file.size, 0);

const isSame = (some: readonly File[], others: readonly File[]): boolean =>
  some.length === others.length && some.every((file, index) => file === others[index]);

/** Why an import goes no further. */
class ImportRefused extends Error {}

/** An answer to a batch. Throws `ImportRefused` unless it tells which of the files are wrong. */
const readResponse = async (
  response: Response,
  sent: number,
): Promise<Batch['result'] & object> => {
  if (response.ok) return readImported(await response.json(), sent);
  const refused = readRefused(await response.json().catch(() => undefined));
  if (response.status < 500 && refused.errors.length > 0) return refused;
  throw new ImportRefused(refused.message);
};

/** Imports Markdown files as posts, and calls `onImported` whenever there are new ones. */
export const useImport = (onImported: () => void): ImportHook => {
  const keepSession = useKeepSession();
  const offerUndo = useOfferUndo();
  const [status, setStatus] = useState<ImportState>({ state: 'idle' });
  const controller = useRef<AbortController>(undefined);

  /** An import that was not answered to its end; the same files go on with it. */
  const begun = useRef<{ files: readonly File[]; batches: readonly Batch[] }>(undefined);

  const batchesFor = (files: readonly File[]): readonly Batch[] => {
    if (!begun.current || !isSame(begun.current.files, files)) {
      begun.current = { files, batches: batchesOf(files) };
    }
    return begun.current.batches;
  };

  const post = async (
    { files, idempotencyKey }: Batch,
    onProgress: (fraction: number) => void,
    signal: AbortSignal,
  ) => {
    const body = new FormData();
    for (const file of files) body.append('files', file);
    const response = await keepSession(async () => {
      const options = { body, accept: 'application/json', onProgress, signal, idempotencyKey };
      const answer = await sendForm('/admin/posts/upload', options);
      if (answer.status === 401) throw await errorOf(answer);
      return answer;
    });
    offerUndo(response.headers.get(SAVED_COMMIT_HEADER));
    return readResponse(response, files.length);
  };

  const sendAll = async (batches: readonly Batch[], signal: AbortSignal): Promise<void> => {
    const total = sizeOf(batches.flatMap(({ files }) => files));
    let sent = 0;
    for (const batch of batches) {
      const size = sizeOf(batch.files);
      const before = sent;
      const tell = (fraction: number) =>
        setStatus({
          state: 'sending',
          progress: total > 0 ? (before + fraction * size) / total : 0,
        });
      if (!batch.result) {
        batch.result = await post(batch, tell, signal);
        if (batch.result.count > 0) onImported();
      }
      sent += size;
    }
  };

  const send = async (files: readonly File[]) => {
    const { signal } = (controller.current = new AbortController());
    const batches = batchesFor(files);
    const resultOf = () => combine(batches.flatMap(({ result }) => result ?? []));
    setStatus({ state: 'sending', progress: 0 });
    try {
      await sendAll(batches, signal);
      begun.current = undefined;
      const { count, ...result } = resultOf();
      const refusal = batches.find((batch) => batch.result?.message !== undefined)?.result?.message;
      const isDone = count > 0 || refusal === undefined;
      const message = isDone ? importMessages.imported(count) : refusal;
      setStatus({ state: isDone ? 'done' : 'failed', message, ...result });
      return isDone;
    } catch (error) {
      const { count: _, ...result } = resultOf();
      const message =
        error instanceof ImportRefused ? error.message : messageOf(error, failureMessages.upload);
      setStatus(isCancelled(error) ? { state: 'idle' } : { state: 'failed', message, ...result });
      return false;
    }
  };

  const cancel = () => {
    controller.current?.abort();
    setStatus({ state: 'idle' });
  };

  return { status, send, cancel };
};
