import { setupServer } from 'msw/node';
import { expect, test } from 'vitest';
import { rename } from '../../../../test/github/edits.ts';
import { githubTestServers } from '../../../../test/start-github-test-server.ts';
import { testWebApp } from '../../../../test/test-web-app.ts';
import { createMetrics } from '../../metrics.ts';

const startGitHubTestServer = githubTestServers(setupServer());

const TOKEN = 'a-token-for-metrics';
const AUTHORIZED = { authorization: `Bearer ${TOKEN}` };

const start = async () => {
  const metrics = createMetrics(TOKEN);
  return startGitHubTestServer({
    web: await testWebApp(),
    metrics,
    store: { onResponse: metrics.githubResponded },
  });
};

test('metrics count saves, requests to GitHub, its quota, caches and renderings', async () => {
  const { visitor, signIn } = await start();
  const admin = await signIn();
  for (const name of ['Bea', 'Bea']) expect((await rename(admin, name)).status).toBe(200);
  for (const path of ['/', '/', '/blogs']) expect((await visitor.get(path)).status).toBe(200);
  const response = await visitor.get('/metrics', AUTHORIZED);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=/);
  const text = await response.text();
  for (const line of [
    'save_duration_seconds_count{outcome="written"} 1',
    'save_duration_seconds_count{outcome="unchanged"} 1',
    'save_queue_length 0',
    'cache_requests_total{cache="responses",result="hit"} 1',
    'cache_requests_total{cache="pages",result="miss"} 4',
    'render_duration_seconds_count{what="page"} 2',
  ]) {
    expect(text.split('\n')).toContain(line);
  }
  expect(text).toMatch(/^github_requests_total\{api="graphql",status="200"\} [1-9]/m);
  expect(text).toMatch(/^github_quota_remaining\{resource="core"\} 4\d{3}$/m);
  expect(text).toMatch(/^process_resident_memory_bytes /m);
});

test('metrics require the token', async () => {
  const { visitor } = await start();
  for (const headers of [{}, { authorization: 'Bearer another' }, { authorization: TOKEN }]) {
    const response = await visitor.get('/metrics', headers);
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe('Bearer');
    expect(await response.text()).not.toContain('process_');
  }
});

test('without a token there are no metrics', async () => {
  const { visitor } = await startGitHubTestServer();
  expect((await visitor.get('/metrics', AUTHORIZED)).status).toBe(404);
});
