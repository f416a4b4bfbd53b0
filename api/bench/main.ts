/**
 * Runs the benchmarks: `npm run bench [-- results.json] [--long] [--only <title>]`. Exits with 1 if
 * a limit is exceeded.
 */
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { isMet, type Measurement } from './measurement.ts';
import { backup } from './measures/backup.ts';
import { savesDuringPushes } from './measures/saves-during-pushes.ts';
import { costByPosts } from './measures/cost-by-posts.ts';
import { fileHistory } from './measures/file-history.ts';
import { firstPage } from './measures/first-page.ts';
import { firstVisit } from './measures/first-visit.ts';
import { githubRequests } from './measures/github.ts';
import { openProposals } from './measures/proposals.ts';
import { outage } from './measures/outage.ts';
import { passwordGuessing } from './measures/password-guessing.ts';
import { hostileTexts } from './measures/hostile-texts.ts';
import { lighthouseScores } from './measures/lighthouse.ts';
import { largeSite } from './measures/large-site.ts';
import { memory } from './measures/memory.ts';
import { photos } from './measures/photos.ts';
import { throughput } from './measures/throughput.ts';
import { typing } from './measures/typing.ts';
import { waitingTimes } from './measures/waiting-times.ts';
import { allPosts } from './measures/all-posts.ts';

const MEASURES = [
  githubRequests,
  outage,
  openProposals,
  savesDuringPushes,
  firstVisit,
  firstPage,
  costByPosts,
  allPosts,
  largeSite,
  waitingTimes,
  passwordGuessing,
  hostileTexts,
  photos,
  throughput,
  fileHistory,
  backup,
  typing,
  lighthouseScores,
  memory,
];

const { values, positionals } = parseArgs({
  options: { long: { type: 'boolean', default: false }, only: { type: 'string' } },
  allowPositionals: true,
});
const [file] = positionals;

const inWords = (value: number, unit: Measurement['unit']): string =>
  `${Number(value.toFixed(value < 10 ? 2 : 0))} ${unit}`;

const barOf = ({ bar, unit }: Measurement): string => {
  if (!bar) return '–';
  return 'atMost' in bar ? `≤ ${inWords(bar.atMost, unit)}` : `≥ ${inWords(bar.atLeast, unit)}`;
};

const rowOf = (measurement: Measurement) => ({
  what: measurement.what,
  measured: inWords(measurement.value, measurement.unit),
  bar: barOf(measurement),
  verdict: isMet(measurement) ? '' : 'MISSED',
});

const results: { readonly title: string; readonly measurements: readonly Measurement[] }[] = [];
for (const { title, how, run } of MEASURES) {
  if (values.only !== undefined && title !== values.only) continue;
  console.log(`\n${title}\n${how}\n`);
  const measurements = await run({ long: values.long });
  console.table(measurements.map(rowOf));
  results.push({ title, measurements });
}
if (file !== undefined) await writeFile(file, `${JSON.stringify(results, null, 2)}\n`);
const missed = results
  .flatMap(({ measurements }) => measurements)
  .filter((measurement) => !isMet(measurement));
if (missed.length > 0) {
  console.error(`\n${missed.length} missed`);
  process.exitCode = 1;
}
