import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

/** Sends a POST request with the beginning of its body, which never ends. */
export const beginRequest = (
  url: string,
  { headers, begin = '' }: { readonly headers: Record<string, string | number>; begin?: string },
) => {
  const sent = request(url, { method: 'POST', headers });
  const end = (): void => void sent.on('error', () => undefined).destroy();
  onTestFinished(end);
  sent.flushHeaders();
  sent.write(begin);
  const response = async () => {
    const [message] = (await once(sent, 'response')) as [IncomingMessage];
    return { status: message.statusCode, body: await json(message) };
  };
  return { end, response };
};
