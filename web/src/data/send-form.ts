import { API_BASE_PATH, IDEMPOTENCY_HEADER, SAVED_COMMIT_HEADER } from 'content-schema';

export interface FormInput {
  readonly body: FormData;
  /** Called with the sent fraction of the body, from 0 to 1. */
  readonly onProgress: (fraction: number) => void;
  readonly signal: AbortSignal;
  /** The same for a retry, so that the server doesn't store files twice. */
  readonly idempotencyKey: string;
}

/**
 * Posts a form with files to `path` below the API. Resolves to any response of the server; rejects
 * when the server can't be reached or the signal aborts. Uses XMLHttpRequest because fetch reports
 * no upload progress.
 */
export const sendForm = (path: string, input: FormInput): Promise<Response> =>
  new Promise((resolve, reject) => {
    const { body, onProgress, signal, idempotencyKey } = input;
    const sending = new XMLHttpRequest();
    sending.open('POST', `${API_BASE_PATH}${path}`);
    sending.setRequestHeader('Accept', 'application/json');
    sending.setRequestHeader(IDEMPOTENCY_HEADER, idempotencyKey);
    sending.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    sending.onload = () => {
      const { responseText, status, statusText } = sending;
      const headers = ['Content-Type', SAVED_COMMIT_HEADER].flatMap((name): [string, string][] => {
        const value = sending.getResponseHeader(name);
        return value === null ? [] : [[name, value]];
      });
      resolve(new Response(responseText, { status, statusText, headers }));
    };
    sending.onerror = () => reject(new TypeError('The server was not reached'));
    sending.onabort = () => reject(new DOMException('The upload was cancelled', 'AbortError'));
    signal.addEventListener('abort', () => sending.abort(), { once: true });
    if (signal.aborted) sending.abort();
    else sending.send(body);
  });

export const isCancelled = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'AbortError';
