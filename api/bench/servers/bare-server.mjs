// A server that does nothing but send the answer that it was given: what node:http itself can do.
import { createServer } from 'node:http';

process.once('message', ({ status, headers, body }) => {
  const bytes = Buffer.from(body, 'base64');
  const server = createServer((_, response) => {
    response.writeHead(status, headers);
    response.end(bytes);
  });
  server.listen(0, '127.0.0.1', () => process.send?.(server.address()));
});
