import type { Node } from 'jsonc-parser';
import { inPath, isReadable, type Field } from '../fields/fields.ts';
import { positionIn, type FileProblem } from '../text/file-problem.ts';
import { itemsOf, propertiesOf } from './syntax-tree.ts';

/** Returns what a value must be instead; undefined if it has the type of its field. */
const expectedInstead = (field: Field, { type, value }: Node): string | undefined => {
  switch (field.kind) {
    case 'text':
      // A year is often written as a number.
      if (type !== 'string' && type !== 'number') return 'text';
      return isReadable(field, value) ? undefined : 'a language such as de';
    case 'number':
      return type === 'number' ? undefined : 'a number';
    case 'choice':
      return isReadable(field, value) ? undefined : (field.expected ?? field.options.join(' or '));
    case 'flag':
      return type === 'boolean' ? undefined : 'true or false';
    case 'group':
      return type === 'object' ? undefined : 'an object';
    case 'texts':
    case 'list':
      return type === 'array' ? undefined : 'a list';
  }
};

const ITEM_OF_TEXTS: Field = { kind: 'text', label: '', markdown: false };

/**
 * Returns the values below `node` of the text `json` that don't have the type of `field`, at any
 * depth. Null counts as absent, except for a whole file and an entry of a list, which are `needed`.
 */
export const typeProblems = (
  json: string,
  node: Node,
  field: Field,
  path = '',
  needed = true,
): FileProblem[] => {
  if (node.type === 'null' && !needed) return [];
  const instead = expectedInstead(field, node);
  if (instead !== undefined) {
    const name = path === '' ? 'The file' : `"${path}"`;
    return [{ message: `${name} must be ${instead}`, ...positionIn(json, node.offset) }];
  }
  if (field.kind === 'texts' || field.kind === 'list') {
    const item = field.kind === 'list' ? field.item : ITEM_OF_TEXTS;
    // Items are numbered from 1.
    return itemsOf(node).flatMap((own, index) =>
      typeProblems(json, own, item, inPath(path, index + 1), item.kind === 'group'),
    );
  }
  if (field.kind !== 'group') return [];
  return Object.entries(field.fields).flatMap(([key, member]) => {
    // Of equal keys the last one counts.
    const property = propertiesOf(node).findLast((own) => own.key.value === key);
    return property ? typeProblems(json, property.value, member, inPath(path, key), false) : [];
  });
};
