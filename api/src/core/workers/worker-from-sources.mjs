// Worker threads don't inherit the TypeScript loader; the built worker needs none.
import { workerData } from 'node:worker_threads';
import { register } from 'tsx/esm/api';

register();

await import(workerData);
