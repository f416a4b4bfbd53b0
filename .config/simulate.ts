/** Runs long random histories of a site, see CONTRIBUTING. */
import { parseArgs } from 'node:util';
import { startVitest } from 'vitest/node';

const text = (value: string) => ({ type: 'string', default: value }) as const;
const { values } = parseArgs({
  options: { seed: text('1'), histories: text('1'), steps: text('1000'), store: text('') },
});
process.env['SEED'] = values.seed;
process.env['HISTORIES'] = values.histories;
process.env['STEPS'] = values.steps;
process.env['STORE'] = values.store;
const config = `${import.meta.dirname}/vitest.config.ts`;
const vitest = await startVitest('test', ['api/test/histories'], { config, run: true });
await vitest.close();
