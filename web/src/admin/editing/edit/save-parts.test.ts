import type { Conflict, Issue, Validation } from 'content-schema';
import { expect, it } from 'vitest';
import type { PartsSource } from '../../../data/editable-content.ts';
import { ApiError } from '../../../data/request.ts';
import { initialEdit, reduce, type EditEvent, type EditState } from './edit-state.ts';
import { saveParts, type SavablePart } from './save-parts.ts';

const validate = (value: unknown): Validation<unknown> =>
  value === ''
    ? { valid: false, issues: [{ path: '', message: 'A text is required' }] }
    : { valid: true, value };

interface TestPart extends SavablePart {
  readonly state: () => EditState<unknown>;
}

/** A part whose value is a text, edited to `value`. */
const partOf = (name: SavablePart['name'], value: string, revision = 'first'): TestPart => {
  let state = initialEdit<unknown>({ response: 'stored', revision }, name);
  const send = (event: EditEvent<unknown>) => (state = reduce(state, event, validate));
  send({ type: 'typed', change: () => value });
  const read = (stored: unknown) => stored;
  return { name, failed: `Failed to save ${name}`, read, send, state: () => state };
};

type Call = [values: object, revision: string] | 'latest';

interface SourceOptions {
  /** What each save rejects with; undefined for one that succeeds. */
  readonly errors?: readonly (Error | undefined)[];
  readonly latest?: object;
}

const sourceOf = ({ errors = [], latest = {} }: SourceOptions = {}) => {
  const calls: Call[] = [];
  let saves = 0;
  const source: PartsSource = {
    latest: () => {
      calls.push('latest');
      return Promise.resolve({ response: { ...latest }, revision: 'latest' });
    },
    save: async (values, revision, propose) => {
      if (propose) {
        await propose(values, revision);
        return undefined;
      }
      calls.push([values, revision]);
      const error = errors[saves];
      saves += 1;
      if (error) throw error;
      return { response: values, revision: 'saved' };
    },
  };
  return { calls, source };
};

const submit = (parts: readonly TestPart[], source: PartsSource, again = false) =>
  saveParts(parts, { latestSource: () => source, isRepeated: () => again }, () => ({
    type: 'submitted',
  }));

const phasesOf = (parts: readonly TestPart[]) => parts.map((part) => part.state().phase.name);

const conflict = new ApiError('Changed elsewhere', {
  status: 409,
  conflicts: [{} as Conflict],
});
const invalid = (...issues: Issue[]) => new ApiError('Invalid', { status: 400, issues });

it('sends all parts at once, and each is saved', async () => {
  const parts = [partOf('site', 'a'), partOf('profile', 'b')];
  const { calls, source } = sourceOf();
  await submit(parts, source);
  expect(calls).toEqual([[{ site: 'a', profile: 'b' }, 'first']]);
  expect(phasesOf(parts)).toEqual(['saved', 'saved']);
  expect(parts[1]?.state().base).toEqual({ response: 'b', revision: 'saved' });
});

it('sends nothing while one part is invalid', async () => {
  const parts = [partOf('site', ''), partOf('profile', 'b')];
  const { calls, source } = sourceOf();
  await submit(parts, source);
  expect(calls).toEqual([]);
  expect(phasesOf(parts)).toEqual(['idle', 'idle']);
  expect(parts.map((part) => part.state().issues.length)).toEqual([1, 0]);
});

it('shows the issues of all parts, each at its part', async () => {
  const parts = [partOf('site', 'a'), partOf('profile', 'b'), partOf('sections', 'c')];
  const errors = [
    invalid({ path: 'site.logo.data', message: 'No image' }, { path: 'profile', message: 'Wrong' }),
  ];
  await submit(parts, sourceOf({ errors }).source);
  expect(phasesOf(parts)).toEqual(['idle', 'idle', 'idle']);
  expect(parts.map((part) => part.state().issues)).toEqual([
    [{ path: 'logo.data', message: 'No image' }],
    [{ path: '', message: 'Wrong' }],
    [],
  ]);
  expect(parts.map((part) => part.state().rejections)).toEqual([1, 1, 0]);

  const alone = [partOf('site', 'a')];
  const own = { path: 'logo.data', message: 'No image' };
  await submit(alone, sourceOf({ errors: [invalid(own)] }).source);
  expect(alone[0]?.state().issues).toEqual([own]);
});

it('proposes the parts from the revision of their edits, and shows what is stored', async () => {
  const { calls, source } = sourceOf();
  const sent: unknown[] = [];
  const propose = async (parts: readonly TestPart[], failure?: Error) => {
    const send = (...patch: unknown[]) => {
      sent.push(patch);
      return failure ? Promise.reject(failure) : Promise.resolve();
    };
    const options = { latestSource: () => source, isRepeated: () => false, propose: send };
    await saveParts(parts, options, () => ({ type: 'submitted' }));
    return parts.map((part) => part.state());
  };
  const both = () => [partOf('site', 'a'), partOf('profile', 'b')];
  expect(await propose(both())).toMatchObject([
    { value: 'stored', phase: { name: 'idle' } },
    { value: 'stored', phase: { name: 'idle' } },
  ]);
  expect(sent).toEqual([[{ site: 'a', profile: 'b' }, 'first']]);
  expect(calls).toEqual([]);
  const failed = { name: 'failed', message: 'Down' };
  expect(await propose(both(), new ApiError('Down', { status: 503 }))).toMatchObject([
    { value: 'a', phase: failed },
    { value: 'b', phase: failed },
  ]);
  const issue = invalid({ path: 'site.title', message: 'Too long' });
  const [alone] = await propose([partOf('site', 'a')], issue);
  expect(alone?.issues).toEqual([{ path: 'title', message: 'Too long' }]);
});

it('shows no issues of a save that is repeated', async () => {
  const parts = [partOf('site', 'a')];
  const errors = [invalid({ path: 'logo.data', message: 'No image' })];
  await submit(parts, sourceOf({ errors }).source, true);
  expect(parts[0]?.state()).toMatchObject({ issues: [], rejections: 0, phase: { name: 'idle' } });
});

it('shows a failure whose issues belong to no part', async () => {
  const parts = [partOf('site', 'a'), partOf('profile', 'b')];
  const errors = [invalid({ path: 'photos', message: 'Unknown' })];
  await submit(parts, sourceOf({ errors }).source);
  expect(parts.map((part) => part.state().phase)).toEqual([
    { name: 'failed', message: 'Invalid' },
    { name: 'failed', message: 'Invalid' },
  ]);
});

it('asks about the conflicts of all parts at once, and sends nothing until they are decided', async () => {
  const parts = [partOf('site', 'a'), partOf('profile', 'b'), partOf('sections', 'c')];
  const latest = { site: 'theirs', profile: 'theirs', sections: 'stored' };
  const { calls, source } = sourceOf({ errors: [conflict], latest });
  await submit(parts, source);
  expect(calls).toEqual([[{ site: 'a', profile: 'b', sections: 'c' }, 'first'], 'latest']);
  expect(phasesOf(parts)).toEqual(['conflict', 'conflict', 'idle']);

  await saveParts(parts, { latestSource: () => source, isRepeated: () => false }, (part) =>
    part.state().phase.name === 'conflict'
      ? { type: 'resolved', decide: ({ mine }) => mine }
      : { type: 'submitted' },
  );
  expect(calls[2]).toEqual([{ site: 'a', profile: 'b', sections: 'c' }, 'latest']);
  expect(phasesOf(parts)).toEqual(['saved', 'saved', 'saved']);
});

it('repeats a save whose conflict merges, a few times', async () => {
  const parts = [partOf('site', 'a'), partOf('profile', 'b')];
  const latest = { site: 'stored', profile: 'stored' };
  const values = { site: 'a', profile: 'b' };
  const once = sourceOf({ errors: [conflict], latest });
  await submit(parts, once.source);
  expect(once.calls).toEqual([[values, 'first'], 'latest', [values, 'latest']]);
  expect(phasesOf(parts)).toEqual(['saved', 'saved']);

  const others = [partOf('site', 'a')];
  const always = sourceOf({ errors: [conflict, conflict, conflict], latest });
  await submit(others, always.source);
  expect(always.calls.filter((call) => call !== 'latest')).toHaveLength(3);
  expect(others[0]?.state()).toMatchObject({
    phase: { name: 'failed', message: 'Changed elsewhere' },
    lost: [],
  });
});

it('loads the stored values first when the parts began from different revisions', async () => {
  const parts = [partOf('site', 'a'), partOf('profile', 'b', 'second')];
  const { calls, source } = sourceOf({ latest: { site: 'stored', profile: 'stored' } });
  await submit(parts, source);
  expect(calls).toEqual(['latest', [{ site: 'a', profile: 'b' }, 'latest']]);
});

it('keeps all sent values in mind when the response is lost, and looks for them first', async () => {
  const parts = [partOf('site', 'a'), partOf('profile', 'b')];
  const latest = { site: 'a', profile: 'b' };
  const { calls, source } = sourceOf({ errors: [new TypeError('Failed to fetch')], latest });
  await submit(parts, source);
  expect(parts.map((part) => part.state().phase)).toEqual([
    { name: 'failed', message: 'Failed to save site' },
    { name: 'failed', message: 'Failed to save profile' },
  ]);
  expect(parts.map((part) => part.state().lost)).toEqual([['a'], ['b']]);
  await submit(parts, source);
  expect(calls.slice(1)).toEqual(['latest', [latest, 'latest']]);
  expect(phasesOf(parts)).toEqual(['saved', 'saved']);
});
