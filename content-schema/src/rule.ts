import * as v from 'valibot';

/** A rule over several fields of one object; its issue is reported at `path`, e.g. `social.github`. */
export interface Rule<Value> {
  readonly path: string;
  readonly message: string;
  readonly broken: (value: Value) => boolean;
}

const pathItems = (path: string, input: unknown): [v.IssuePathItem, ...v.IssuePathItem[]] => {
  const [first = '', ...rest] = path.split('.');
  const item = (key: string): v.IssuePathItem => ({
    type: 'unknown',
    origin: 'value',
    input,
    key,
    value: undefined,
  });
  return [item(first), ...rest.map(item)];
};

/** Checks all `rules`, also when single fields have issues, so that all issues are told at once. */
export const rules = <Value>(...all: readonly Rule<Value>[]) =>
  v.rawCheck<Value>(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    for (const { path, message, broken } of all) {
      if (broken(dataset.value)) addIssue({ message, path: pathItems(path, dataset.value) });
    }
  });
