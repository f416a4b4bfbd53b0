/** Runs a random history of a site, and checks what must hold after each act. */
import { REVISION_HEADER, type ErrorResponseBody, type PostSource } from 'content-schema';
import type { TestSite, Trouble } from '../both-stores.ts';
import type { Files } from '../files.ts';
import { readToEdit } from '../read-to-edit.ts';
import type { TestClient } from '../test-client.ts';
import {
  ACTS,
  pushedChanges,
  stateAt,
  type Act,
  type Call,
  type Recent,
  type Snapshot,
  type World,
} from './acts.ts';
import { firstFiles, type Maker } from './edits.ts';
import { problemsOfAct, problemsOfReads, type Shown } from './oracle.ts';
import { createRandom } from './random.ts';
import { differing, markOf, ownerOf, ownersIn } from './units.ts';

export interface HistoryOptions {
  readonly seed: number;
  readonly steps: number;
  readonly start: (files: Files) => Promise<TestSite>;
  readonly clock: { now(): number; advance(ms: number): void };
  /** Called with each violation at once. */
  readonly onViolation: (violation: string) => void;
}

const SNAPSHOTS = 8;
const RECENT = 30;
const TROUBLES: readonly Trouble[] = ['race', 'race', 'failure', 'lost response', 'bad reads'];

/** Returns the last files; the same seed leads to the same ones. */
export const runHistory = async (options: HistoryOptions): Promise<Files> => {
  const { seed, steps, clock } = options;
  const random = createRandom(seed);
  let count = 0;
  const fresh: Maker['fresh'] = (kind) => `${kind}${(count += 1)}${kind}`;
  const site = await options.start(firstFiles({ random, fresh, now: clock.now }));
  const clients: TestClient[] = [];
  // A second instance costs as much as an act.
  const apps = [site, ...(random.chance(0.5) ? [await site.restart()] : [])];
  for (const app of apps) clients.push(await app.signIn());
  const shown = apps.map((): Shown => ({ addresses: new Map(), feedIds: new Map() }));
  const snapshots: Snapshot[] = [];
  const recent: Recent[] = [];
  let trace: string[] = [];
  let state = await stateAt(site, await site.head());

  const report = (problems: readonly string[]): void => {
    if (problems.length > 0) options.onViolation([...trace, ...problems].join('\n! '));
  };

  const nextClient = async ({ revision }: Call): Promise<TestClient> => {
    const index = random.int(clients.length);
    // Otherwise an instance may not know yet what another one has saved.
    if (revision === undefined) await apps[index]!.content.reader.refresh();
    return clients[index]!;
  };

  const sendWith = async (call: Call, key: string, client?: TestClient): Promise<Response> => {
    const { request } = client ?? (await nextClient(call));
    const { method, path, body, form, revision } = call;
    const headers = {
      ...(revision !== undefined && { [REVISION_HEADER]: revision }),
      ...(method !== 'GET' && { 'idempotency-key': key }),
      ...(body && { 'content-type': 'application/json' }),
    };
    const sent = form ? form() : body && JSON.stringify(body);
    const init = { headers, ...(sent && { body: sent }) };
    const response = await request(method, path, init);
    const text = response.ok ? '' : await response.clone().text();
    if (text.includes('"StaleHead"')) report([`${path} was not tried again`]);
    trace.push(
      `  ${method} ${path} ${revision ?? ''} ${JSON.stringify(body)} → ${response.status} ${text}`,
    );
    return response;
  };
  let keys = 0;
  const send = (call: Call) => sendWith(call, `history-${seed}-${(keys += 1)}`);

  const world: World = {
    ...{ site, apps, random, snapshots, recent, send, fresh, now: clock.now, wait: clock.advance },
    admin: clients[0]!,
    get state() {
      return state;
    },
  };

  /** Sends a call, sometimes with trouble, and then again. */
  const sendInTrouble = async (call: Call): Promise<{ response: Response; isRaced: boolean }> => {
    const trouble = random.chance(0.2) ? random.pick(TROUBLES) : undefined;
    const key = `history-${seed}-${(keys += 1)}`;
    const client = await nextClient(call);
    let isRaced = false;
    const calm =
      trouble &&
      site.disturb(trouble, async () => {
        trace.push('  others push');
        isRaced = true;
        const pushed = await site.pushBytes(pushedChanges(world, state.files));
        state = await stateAt(site, pushed);
      });
    let response = await sendWith(call, key, client);
    calm?.();
    if (trouble && response.status >= 500) {
      clock.advance(1000 * Number(response.headers.get('retry-after')));
      response = await sendWith(call, key);
    } else if (response.ok && random.chance(0.1)) {
      const head = await site.head();
      for (const app of apps) await app.content.reader.refresh();
      const again = await sendWith(call, key);
      if ((await site.head()) !== head || again.status !== response.status) {
        report(['a repeated request had another effect']);
      }
    }
    return { response, isRaced };
  };

  /** Decides the conflicts of a merge for one side. */
  const decide = async ({ call, sides }: Act, response: Response) => {
    if (!call || !sides || response.status !== 409 || random.chance(0.4)) return undefined;
    const { conflicts = [], revision = '' } = (await response.clone().json()) as ErrorResponseBody;
    if (conflicts.length === 0) return undefined;
    const side = random.pick(['theirs', 'mine'] as const)!;
    const decisions = conflicts.map(({ file, field, [side]: value }) => ({
      ...{ file, field, value: value ?? null },
    }));
    const owners = conflicts.flatMap(({ file, field, base }) => [
      ...(field.startsWith('logo.') ? ['assets/logo.svg'] : []),
      // Of a post that was deleted since, the file is the last one on the site.
      markOf(base ?? '') ?? '',
      ...[...sides, state].flatMap(({ files }) => [...ownersIn(file, files.get(file))]),
    ]);
    const again = { ...call, body: { ...call.body, decisions }, revision };
    return { response: await send(again), decided: new Set(owners) };
  };

  const perform = async (act: Act): Promise<void> => {
    const { call } = act;
    const sent = call ? await sendInTrouble(call) : { isRaced: false };
    const outcome = { ...sent, ...('response' in sent && (await decide(act, sent.response))) };
    const response = 'response' in outcome ? outcome.response : undefined;
    const [theirs, after] = [state, await stateAt(site, await site.head())];
    const parents = await site.parents(after.head);
    const expected = await act.apply(theirs, response?.clone());
    state = after;
    const changed = differing(theirs.units, after.units);
    const ownersOf = (keys: readonly string[]) => new Set(keys.map(ownerOf));
    recent.push({
      ...(after.head !== theirs.head && { head: after.head }),
      owners: ownersOf(changed),
      moved: ownersOf(changed.filter((key) => key.endsWith('|id'))),
    });
    if (recent.length > RECENT) recent.shift();
    report(problemsOfAct({ act, theirs, after, parents, expected, ...outcome }));
    if (response?.ok !== false) report((await act.check?.(response)) ?? []);
  };

  /** Returns most of the posts that are as they were, so that each look takes fewer requests. */
  const unchangedPosts = (): ReadonlyMap<string, PostSource> => {
    const last = snapshots.at(-1);
    if (!last) return new Map();
    const changed = new Set(differing(last.units, state.units).map(ownerOf));
    const ids = new Map([...state.units].filter(([key]) => key.endsWith('|id')));
    const unchanged = new Set(
      [...ids].flatMap(([key, id]) =>
        changed.has(ownerOf(key)) ? [] : [JSON.parse(id) as string],
      ),
    );
    const isCached = ({ id }: PostSource) => unchanged.has(id) && random.chance(0.9);
    return new Map(last.content.posts.filter(isCached).map((post) => [post.id, post]));
  };

  const look = async (): Promise<void> => {
    const index = random.int(clients.length);
    const app = apps[index]!;
    await app.content.reader.refresh();
    const content = await readToEdit(clients[index]!, unchangedPosts());
    snapshots.push({ ...state, content });
    if (snapshots.length > SNAPSHOTS) snapshots.shift();
    const seen = shown[index]!;
    const newest = [state.head, (await site.parents(state.head))[0]];
    // At GitHub, a post that was moved and edited by several unseen commits may be another one.
    const { kind } = app.content.info;
    if (!newest.includes(seen.head) || seen.kind !== kind) seen.feedIds.clear();
    Object.assign(seen, { head: state.head, kind });
    const context = { random, now: clock.now(), shown: seen };
    report(await problemsOfReads(app, content, state, context));
  };

  const weights = ACTS.reduce((sum, [, weight]) => sum + weight, 0);
  await look();
  for (let step = 1; step <= steps; step += 1) {
    let at = random.int(weights);
    const [name, , make] = ACTS.find(([, weight]) => (at -= weight) < 0)!;
    trace = [`Seed ${seed}, step ${step}: ${name}, ${state.head}`];
    clock.advance(1000 * (1 + random.int(90)));
    const act = await make(world);
    if (act) await perform(act);
    await look();
  }
  if (random.chance(0.1)) await site.check();
  return state.files;
};
