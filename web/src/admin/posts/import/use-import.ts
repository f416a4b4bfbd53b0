import { failureMessages, importMessages, type ImportResponse, type Post } from 'content-schema';
import { useRef, useState } from 'react';
import { useKeepSession } from '../../../data/keep-session.ts';
import { errorOf, messageOf, newIdempotencyKey } from '../../../data/request.ts';
import { isCancelled, sendForm } from '../../../data/send-form.ts';

type ImportError = ImportResponse['errors'][number];

export type ImportState =
  | { readonly state: 'idle' }
  | { readonly state: 'sending'; /** From 0 to 1. */ readonly progress: number }
  | {
      readonly state: 'done' | 'failed';
      readonly message: string;
      readonly saved: readonly Post[];
      readonly errors: readonly ImportError[];
    };

interface ImportHook {
  readonly status: ImportState;
  /** Resolves to whether posts were imported. */
  readonly send: (files: readonly File[]) => Promise<boolean>;
  /** Ends an import that is being sent, and forgets how the last one went. */
  readonly cancel: () => void;
}

/** Says how many posts were imported, even if the answer doesn't. */
const importedMessage = (answer: Partial<ImportResponse>, files: readonly File[]): string =>
  importMessages.imported(answer.count ?? answer.saved?.length ?? files.length);

const errorsOf = async (response: Response): Promise<readonly ImportError[]> => {
  const answer = (await response.json().catch(() => null)) as Partial<ImportResponse> | null;
  return answer?.errors ?? [];
};

/** Imports Markdown files as posts. */
export const useImport = (): ImportHook => {
  const keepSession = useKeepSession();
  const [status, setStatus] = useState<ImportState>({ state: 'idle' });
  const controller = useRef<AbortController>(undefined);

  /** An import that may have been stored without an answer; the same files repeat it. */
  const unanswered = useRef<{ files: readonly File[]; idempotencyKey: string }>(undefined);

  const keyFor = (files: readonly File[]): string => {
    const before = unanswered.current;
    const isRepeated =
      before?.files.length === files.length && files.every((file, i) => file === before.files[i]);
    unanswered.current = isRepeated ? before : { files, idempotencyKey: newIdempotencyKey() };
    return unanswered.current.idempotencyKey;
  };

  const post = async (files: readonly File[], signal: AbortSignal): Promise<Response> => {
    const idempotencyKey = keyFor(files);
    const body = new FormData();
    for (const file of files) body.append('files', file);
    return keepSession(async () => {
      const response = await sendForm('/admin/posts/upload', {
        body,
        accept: 'application/json',
        onProgress: (progress) => setStatus({ state: 'sending', progress }),
        signal,
        idempotencyKey,
      });
      if (response.status === 401) throw await errorOf(response);
      return response;
    });
  };

  const send = async (files: readonly File[]) => {
    const { signal } = (controller.current = new AbortController());
    setStatus({ state: 'sending', progress: 0 });
    try {
      const response = await post(files, signal);
      if (response.status < 500) unanswered.current = undefined;
      if (!response.ok) {
        const { message } = await errorOf(response.clone());
        setStatus({ state: 'failed', message, saved: [], errors: await errorsOf(response) });
        return false;
      }
      const answer = (await response.json()) as Partial<ImportResponse>;
      const { saved = [], errors = [] } = answer;
      setStatus({ state: 'done', message: importedMessage(answer, files), saved, errors });
      return true;
    } catch (error) {
      if (isCancelled(error)) setStatus({ state: 'idle' });
      else {
        const message = messageOf(error, failureMessages.upload);
        setStatus({ state: 'failed', message, saved: [], errors: [] });
      }
      return false;
    }
  };

  const cancel = () => {
    controller.current?.abort();
    setStatus({ state: 'idle' });
  };

  return { status, send, cancel };
};
