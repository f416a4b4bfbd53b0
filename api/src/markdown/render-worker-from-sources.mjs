// A worker thread has no TypeScript loader of its own; the built worker needs none.
import { register } from 'tsx/esm/api';

register();

export default (await import('./render-worker.ts')).default;
