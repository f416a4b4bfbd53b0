/** The HTTP server below the application: limits, and responses to requests that Node refuses. */
import { ERROR_STATUS, type ErrorCode, type ErrorResponseBody } from 'content-schema';
import { once } from 'node:events';
import {
  createServer,
  STATUS_CODES,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { sourceOf } from './core/auth/login-throttle.ts';

/** A browser opens six connections to a site. A save may take 25 s before it is answered. */
const LIMITS = {
  /** The time limit to receive a request with its body. */
  requestMs: 60_000,
  headersMs: 20_000,
  /** The longest time in which nothing is received or sent. */
  idleMs: 300_000,
  connections: 2_000,
  /** The connections of one address or network, unless they all come from a proxy. */
  connectionsPerSource: 200,
};

export type Limits = Readonly<typeof LIMITS>;

type Headers = Readonly<Record<string, string>>;

interface Options {
  readonly host: string;
  readonly port: number;
  /** The headers of responses that don't come from the application. */
  readonly headers?: Headers;
  /** Whether all connections come from a trusted proxy, which has to limit those of each source. */
  readonly behindProxy?: boolean;
  readonly limits?: Limits;
}

/** The time to read the response to a refused request. */
const REFUSED_MS = 1_000;
/** The longest interval between checks of the time limits. */
const CHECK_MS = 5_000;

/** Returns the response to a request that never reaches the application. */
const rejection = (code: ErrorCode, message: string) => {
  const body = JSON.stringify({ code, message } satisfies ErrorResponseBody);
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    'Cache-Control': 'no-store',
    Connection: 'close',
  };
  return { status: ERROR_STATUS[code], headers, body };
};

type Rejection = ReturnType<typeof rejection>;

const MALFORMED = rejection('MalformedRequest', 'The request is not valid HTTP');
const UNEXPECTED = rejection('ExpectationFailed', 'The server cannot do what the request expects');
/** The responses by the code of Node's error while reading a request. */
const REJECTIONS: Readonly<Record<string, Rejection>> = {
  HPE_HEADER_OVERFLOW: rejection('HeadersTooLarge', 'The headers of the request are too large'),
  ERR_HTTP_REQUEST_TIMEOUT: rejection('RequestTimeout', 'The request took too long to arrive'),
};

const rawResponse = ({ status, headers, body }: Rejection, common: Headers): string =>
  [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    ...Object.entries({ ...common, ...headers }).map(([name, value]) => `${name}: ${value}`),
    '',
    body,
  ].join('\r\n');

/** Closes connections of a source that has as many as it may. */
const limitSources = (server: Server, most: number): void => {
  const open = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const source = sourceOf(socket.remoteAddress ?? '');
    const before = open.get(source) ?? 0;
    if (before >= most) {
      socket.destroy();
      return;
    }
    open.set(source, before + 1);
    socket.once('close', () => {
      const left = (open.get(source) ?? 0) - 1;
      if (left > 0) open.set(source, left);
      else open.delete(source);
    });
  });
};

/**
 * Starts a server, and resolves once it listens. Throws when the address is in use. A request that
 * is too slow or not HTTP is refused with the `headers`; connections over the limit are closed.
 */
export const listen = async (handle: RequestListener, options: Options): Promise<Server> => {
  const { host, port, headers = {}, behindProxy = false, limits = LIMITS } = options;
  const { requestMs, headersMs, idleMs, connections, connectionsPerSource } = limits;
  const responses = new WeakMap<Duplex, ServerResponse>();

  const reject = (response: ServerResponse, { status, body, ...rejected }: Rejection): void => {
    response.writeHead(status, { ...headers, ...rejected.headers }).end(body);
  };

  const onRequest = (request: IncomingMessage, response: ServerResponse): void => {
    responses.set(request.socket, response);
    const lacksHost = request.headers.host === undefined && request.httpVersion === '1.1';
    if (lacksHost) reject(response, MALFORMED);
    else handle(request, response);
    // `server.timeout` would start a timer for each request, even one that is answered at once.
    if (!response.writableFinished) request.socket.setTimeout(idleMs);
  };

  const server = createServer(
    {
      requestTimeout: requestMs,
      headersTimeout: headersMs,
      connectionsCheckingInterval: Math.min(CHECK_MS, requestMs),
      // Node's own response would lack the headers.
      requireHostHeader: false,
    },
    onRequest,
  );
  server.maxConnections = connections;
  if (!behindProxy) limitSources(server, connectionsPerSource);
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    reject(response, UNEXPECTED);
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    // Nothing may be written into a response in progress.
    const response = responses.get(socket);
    const isSending = response?.headersSent === true && !response.writableFinished;
    if (!socket.writable || isSending) socket.destroy(error);
    else {
      socket.end(rawResponse(REJECTIONS[error.code ?? ''] ?? MALFORMED, headers));
      // A client that doesn't close the connection would keep it.
      setTimeout(() => socket.destroy(), REFUSED_MS).unref();
    }
  });
  server.listen(port, host);
  await once(server, 'listening');
  return server;
};

/** How often idle connections are closed during the shutdown. */
const IDLE_CHECK_MS = 100;

/** Accepts no more requests; resolves once all are answered, or cut off after `milliseconds`. */
export const close = async (server: Server, milliseconds = 60_000): Promise<void> => {
  const closed = once(server, 'close');
  server.close();
  // Node would keep a connection open for 5 s after its last response.
  const closingIdle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
  const cutting = setTimeout(() => server.closeAllConnections(), milliseconds);
  server.closeIdleConnections();
  await closed;
  clearInterval(closingIdle);
  clearTimeout(cutting);
};
