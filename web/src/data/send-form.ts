import { API_BASE_PATH, IDEMPOTENCY_HEADER } from 'content-schema';

interface FormInput {
  readonly body: FormData;
  /** What the answer shall be: a media type. */
  readonly accept: string;
  /** Told how much of the body is on its way, from 0 to 1. */
  readonly onProgress: (fraction: number) => void;
  readonly signal: AbortSignal;
  /** The same for a repetition, so that files which were stored already are not stored twice. */
  readonly idempotencyKey: string;
}

/**
 * Posts a form with files to `path` below the API. Resolves to any answer of the server; rejects
 * when it can't be reached, and when the signal aborts. By XMLHttpRequest: fetch tells no progress.
 */
export const sendForm = (path: string, input: FormInput): Promise<Response> =>
  new Promise((resolve, reject) => {
    const { body, accept, onProgress, signal, idempotencyKey } = input;
    const sending = new XMLHttpRequest();
    sending.open('POST', `${API_BASE_PATH}${path}`);
    sending.setRequestHeader('Accept', accept);
    sending.setRequestHeader(IDEMPOTENCY_HEADER, idempotencyKey);
    sending.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    sending.onload = () => {
      const { responseText, status, statusText } = sending;
      resolve(new Response(responseText, { status, statusText }));
    };
    sending.onerror = () => reject(new TypeError('The server was not reached'));
    sending.onabort = () => reject(new DOMException('The upload was cancelled', 'AbortError'));
    signal.addEventListener('abort', () => sending.abort(), { once: true });
    if (signal.aborted) sending.abort();
    else sending.send(body);
  });

/** Whether something failed because it was cancelled. */
export const isCancelled = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'AbortError';
