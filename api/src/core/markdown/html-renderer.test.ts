import { expect, onTestFinished, test } from 'vitest';
import { testWorkers } from '../../../test/run-app.ts';
import { createWorkerPool } from '../workers/worker-pool.ts';
import type { WorkerTasks } from '../../worker.ts';
import { createCacheRegistry } from '../cache.ts';
import { createHtmlRenderer } from './html-renderer.ts';

const UNRULY = new URL('../../../test/unruly-worker.ts', import.meta.url);

test('a text that takes too long does not affect the digests of others', async () => {
  const limits = { threads: 1, taskMs: 300, memoryMb: 40 };
  const workers = createWorkerPool<WorkerTasks>({ entry: UNRULY, ...limits });
  onTestFinished(() => workers.close());
  const caches = createCacheRegistry(8000);
  const html = createHtmlRenderer({ workers, slowWorkers: workers, caches });
  expect(await html.digests(['one', 'spin', 'two'])).toEqual([
    { excerpt: 'Excerpt of one' },
    { excerpt: '' },
    { excerpt: 'Excerpt of two' },
  ]);
});

test('a text is rendered once for each shape', async () => {
  let runs = 0;
  const counting: typeof testWorkers = {
    ...testWorkers,
    run: (name, input) => {
      runs += 1;
      return testWorkers.run(name, input);
    },
  };
  const caches = createCacheRegistry(80_000);
  const html = createHtmlRenderer({ workers: counting, slowWorkers: counting, caches });
  const both = await Promise.all([html.render('*a*', 'blocks'), html.render('*a*', 'blocks')]);
  expect(both.map((markdown) => markdown.html)).toEqual(['<p><em>a</em></p>', '<p><em>a</em></p>']);
  expect((await html.render('*a*', 'line')).html).toBe('<em>a</em>');
  await html.render('*a*', 'blocks');
  expect(runs).toBe(2);
});
