// A server that only sends a fixed response, to measure node:http itself.
import { createServer } from 'node:http';

// `report-usage.mjs` lets the process end while nothing else is to be done.
process.channel?.ref();
process.once('message', ({ status, headers, body }) => {
  const bytes = Buffer.from(body, 'base64');
  const server = createServer((_, response) => {
    response.writeHead(status, headers);
    response.end(bytes);
  });
  server.listen(0, '127.0.0.1', () => process.send?.(server.address()));
});
process.send?.('ready');
