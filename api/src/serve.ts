import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';

type Handler = (...exchange: Parameters<RequestListener>) => unknown;

/** Listens; resolves with the server once it does. Throws when the address is taken. */
export const listen = async (handle: Handler, host: string, port: number): Promise<Server> => {
  const server = createServer((request, response) => void handle(request, response));
  server.listen(port, host);
  await once(server, 'listening');
  return server;
};

/** Takes no new requests; resolves once those in progress have their responses. */
export const close = async (server: Server): Promise<void> => {
  const closed = once(server, 'close');
  server.close();
  server.closeIdleConnections();
  await closed;
};
