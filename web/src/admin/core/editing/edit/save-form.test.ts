import type { Conflict, Issue, Validation } from 'content-schema';
import { expect, it } from 'vitest';
import type { FormSource } from '../../../../data/editable-content.ts';
import { ApiError } from '../../../../data/request.ts';
import {
  conflictsOf,
  initialEdit,
  reduce,
  type EditEvent,
  type EditState,
  type FormValue,
} from './edit-state.ts';
import { saveForm } from './save-form.ts';
import type { FormEdit } from './use-edit.ts';

const validate = (value: FormValue, parts: readonly string[]): Validation<FormValue> => {
  const [issue, ...issues] = parts.flatMap((path) =>
    value[path] === '' ? { path, message: 'A text is required' } : [],
  );
  return issue ? { valid: false, issues: [issue, ...issues] } : { valid: true, value };
};

interface TestForm extends Pick<FormEdit, 'read' | 'send'> {
  readonly state: () => EditState;
}

const STORED = { site: 'stored', profile: 'stored', sections: 'stored' };

/** A form whose parts are texts, with edits. */
const formOf = (edits: FormValue): TestForm => {
  let state = initialEdit({ response: STORED, revision: 'first' }, 'draft');
  const send = (event: EditEvent) => (state = reduce(state, event, validate));
  send({ type: 'typed', change: (value) => ({ ...value, ...edits }) });
  return { read: (stored) => stored as FormValue, send, state: () => state };
};

type Call = [values: object, revision: string] | 'latest';

interface SourceOptions {
  /** What each save rejects with; undefined for one that succeeds. */
  readonly errors?: readonly (Error | undefined)[];
  readonly latest?: object;
  /** The parent of the save's commit. */
  readonly previous?: string;
}

const sourceOf = ({ errors = [], latest = {}, previous = 'first' }: SourceOptions = {}) => {
  const calls: Call[] = [];
  let saves = 0;
  const source: FormSource = {
    latest: () => {
      calls.push('latest');
      return Promise.resolve({ response: { ...STORED, ...latest }, revision: 'latest' });
    },
    save: (values, revision) => {
      calls.push([values, revision]);
      const error = errors[saves];
      saves += 1;
      if (error) return Promise.reject(error);
      return Promise.resolve({ response: values, revision: 'saved', previous });
    },
  };
  return { calls, source };
};

type Start = Parameters<typeof saveForm>[2];

const submit = (form: TestForm, source: FormSource, start: Start = { type: 'submitted' }) =>
  saveForm(form, { latestSource: () => source, isRepeated: () => false }, start);

const conflict = new ApiError('Changed elsewhere', {
  status: 409,
  conflicts: [{} as Conflict],
});
const invalid = (...issues: Issue[]) => new ApiError('Invalid', { status: 400, issues });

it('sends all parts, or the given ones, if none has changed', async () => {
  const { calls, source } = sourceOf();
  await submit(formOf({}), source);
  await submit(formOf({}), source, { type: 'submitted', unchanged: ['site'] });
  expect(calls).toEqual([
    [STORED, 'first'],
    [{ site: 'stored' }, 'first'],
  ]);
});

it('shows the issues of all parts, each at its part', async () => {
  const form = formOf({ site: 'a', profile: 'b', sections: 'c' });
  const errors = [
    invalid({ path: 'site.logo.data', message: 'No image' }, { path: 'profile', message: 'Wrong' }),
  ];
  await submit(form, sourceOf({ errors }).source);
  expect(form.state()).toMatchObject({
    phase: { name: 'idle' },
    rejections: 1,
    issues: [
      { path: 'site.logo.data', message: 'No image' },
      { path: 'profile', message: 'Wrong' },
    ],
  });

  const alone = formOf({ site: 'a' });
  const own = invalid({ path: 'logo.data', message: 'No image' }, { path: '', message: 'Wrong' });
  await submit(alone, sourceOf({ errors: [own] }).source);
  expect(alone.state().issues).toEqual([
    { path: 'site.logo.data', message: 'No image' },
    { path: 'site', message: 'Wrong' },
  ]);
});

it('shows no issues of a save that is repeated', async () => {
  const form = formOf({ site: 'a' });
  const errors = [invalid({ path: 'logo.data', message: 'No image' })];
  const { source } = sourceOf({ errors });
  const options = { latestSource: () => source, isRepeated: () => true };
  await saveForm(form, options, { type: 'submitted' });
  const shown = { issues: [], rejections: 0, phase: { name: 'idle' } };
  expect(form.state()).toMatchObject({ ...shown, value: { site: 'a' } });
});

it('shows a failure whose issues belong to no part', async () => {
  const form = formOf({ site: 'a', profile: 'b' });
  const errors = [invalid({ path: 'photos', message: 'Unknown' })];
  await submit(form, sourceOf({ errors }).source);
  expect(form.state().phase).toMatchObject({ name: 'failed', message: 'Invalid' });
});

it('asks about the conflicts of all parts at once, and sends nothing until they are decided', async () => {
  const form = formOf({ site: 'a', profile: 'b', sections: 'c' });
  const latest = { site: 'theirs', profile: 'theirs' };
  const { calls, source } = sourceOf({ errors: [conflict], latest });
  await submit(form, source);
  const sent = { site: 'a', profile: 'b', sections: 'c' };
  expect(calls).toEqual([[sent, 'first'], 'latest']);
  expect(form.state().phase.name).toBe('conflict');
  expect(conflictsOf(form.state()).map(({ field }) => field)).toEqual(['site', 'profile']);

  await submit(form, source, { type: 'resolved', decide: ({ mine }) => mine });
  expect(calls[2]).toEqual([sent, 'latest']);
  expect(form.state().phase.name).toBe('saved');
});

it('repeats a save whose conflict merges, a few times', async () => {
  const form = formOf({ site: 'a', profile: 'b' });
  const values = { site: 'a', profile: 'b' };
  const once = sourceOf({ errors: [conflict], previous: 'latest' });
  await submit(form, once.source);
  expect(once.calls).toEqual([[values, 'first'], 'latest', [values, 'latest']]);
  expect(form.state().phase.name).toBe('saved');

  const other = formOf({ site: 'a' });
  const always = sourceOf({ errors: [conflict, conflict, conflict] });
  await submit(other, always.source);
  expect(always.calls.filter((call) => call !== 'latest')).toHaveLength(3);
  expect(other.state()).toMatchObject({
    phase: { name: 'failed', message: 'Changed elsewhere' },
    lost: [],
  });
});

it('keeps what was sent in mind when the response is lost, and looks for it first', async () => {
  const form = formOf({ site: 'a', profile: 'b' });
  const latest = { site: 'a', profile: 'b' };
  const errors = [new TypeError('Failed to fetch')];
  const { calls, source } = sourceOf({ errors, latest, previous: 'latest' });
  await submit(form, source);
  expect(form.state()).toMatchObject({
    phase: { name: 'failed', message: undefined, parts: ['site', 'profile'] },
    lost: [{ ...STORED, ...latest }],
  });
  await submit(form, source);
  // What is sent then is no conflict with what was stored.
  expect(calls[1]).toBe('latest');
  expect(form.state().phase.name).toBe('saved');
  expect(form.state().base.response).toEqual({ ...STORED, ...latest });
});
