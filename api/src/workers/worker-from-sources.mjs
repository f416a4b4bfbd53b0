// A worker thread has no TypeScript loader of its own; the built worker needs none.
import { workerData } from 'node:worker_threads';
import { register } from 'tsx/esm/api';

register();

await import(workerData);
