import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { FixedServer } from './bare-server.ts';

const PATHS = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin'];

/** Whether the program is installed, and the system tells the CPU time of any process. */
export const hasNginx = (): boolean =>
  existsSync('/proc/self/schedstat') && PATHS.some((path) => existsSync(join(path, 'nginx')));

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
};

/** Starts nginx with a file of the same bytes, and only the headers that a client needs. */
export const startNginx = async (body: Buffer): Promise<FixedServer> => {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  const port = await freePort();
  const config = `daemon off; master_process off; pid ${folder}/pid; error_log stderr; events {}
    http {
      access_log off; open_file_cache max=10; sendfile on; tcp_nopush on; default_type text/html;
      keepalive_requests 1000000;
      server { listen 127.0.0.1:${port}; root ${folder}; add_header Content-Encoding br; }
    }`;
  await writeFile(join(folder, 'index.html'), body);
  await writeFile(join(folder, 'nginx.conf'), config);
  const env = { PATH: PATHS.join(delimiter) };
  const child = spawn('nginx', ['-c', join(folder, 'nginx.conf')], { env, stdio: 'inherit' });
  const ended = once(child, 'exit');
  const url = `http://127.0.0.1:${port}/`;
  while (child.exitCode === null && !(await fetch(url).catch(() => undefined))) await delay(20);
  return {
    url,
    work: async () => {
      const [ranNs] = (await readFile(`/proc/${child.pid}/schedstat`, 'utf8')).split(' ');
      return Number(ranNs) / 1e6;
    },
    end: async () => {
      child.kill();
      await ended;
      await rm(folder, { recursive: true });
    },
  };
};
