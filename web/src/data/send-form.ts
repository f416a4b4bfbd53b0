import { IDEMPOTENCY_HEADER } from 'content-schema';
import { addressOf, everyCall } from './request.ts';

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
    sending.open('POST', addressOf(path));
    sending.setRequestHeader('Accept', 'application/json');
    sending.setRequestHeader(IDEMPOTENCY_HEADER, idempotencyKey);
    sending.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    sending.onload = () => {
      const { responseText, status, statusText } = sending;
      const lines = sending
        .getAllResponseHeaders()
        .trim()
        .split(/[\r\n]+/);
      const headers = lines.map((line): [string, string] => {
        const end = line.indexOf(':');
        return [line.slice(0, end), line.slice(end + 1).trim()];
      });
      const response = new Response(responseText, { status, statusText, headers });
      if (response.ok) everyCall.onSuccess?.(response.headers);
      resolve(response);
    };
    sending.onerror = () => reject(new TypeError('The server was not reached'));
    sending.onabort = () => reject(new DOMException('The upload was cancelled', 'AbortError'));
    signal.addEventListener('abort', () => sending.abort(), { once: true });
    if (signal.aborted) sending.abort();
    else sending.send(body);
  });

export const isCancelled = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'AbortError';
