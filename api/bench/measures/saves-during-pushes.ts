import type { ContentSummaryResponse } from 'content-schema';
import { readDefaultContent } from 'fixtures/default-content';
import { slow } from 'fixtures/github';
import { measured, median, type Measure } from '../measurement.ts';
import { builtWebApp } from '../servers/built.ts';
import { withGitHubSite } from '../servers/github-site.ts';
import { grantedJson } from '../servers/requests.ts';

const SAVES = 100;
const SAVED_MIN = 95;
const PUSH_EVERY_MS = 250;
const LATENCY_MS = 60;

/** Measures saves during constant pushes. */
export const savesDuringPushes: Measure = {
  title: 'Saves beside pushes',
  how: `${SAVES} saves, a push every ${PUSH_EVERY_MS} ms, and ${LATENCY_MS} ms to the mocked GitHub.`,
  run: async () =>
    withGitHubSite(await readDefaultContent(), builtWebApp(), async (site) => {
      const admin = await site.app.signIn();
      const content = admin.get('/api/content?posts=summary');
      const { profile } = await grantedJson<ContentSummaryResponse>(content);
      site.github.faults.set(slow(LATENCY_MS));
      let pushes = 0;
      const pushing = setInterval(() => {
        pushes += 1;
        site.repository.push({ changes: { 'notes.txt': String(pushes) } });
      }, PUSH_EVERY_MS);
      let saved = 0;
      const times: number[] = [];
      try {
        for (let i = 0; i < SAVES; i += 1) {
          const base = performance.now();
          const response = await admin.put('/api/profile', { ...profile, name: `Name ${i}` });
          times.push(performance.now() - base);
          if (response.ok) saved += 1;
        }
      } finally {
        clearInterval(pushing);
      }
      return [
        measured('saves that succeed', saved, 'saves', { atLeast: SAVED_MIN }),
        measured('a save', median(times), 'ms'),
      ];
    }),
};
