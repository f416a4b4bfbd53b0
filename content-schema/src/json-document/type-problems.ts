import type { Node } from 'jsonc-parser';
import { inPath, isReadable, type Field } from '../fields/fields.ts';
import { itemsOf, propertiesOf } from './syntax-tree.ts';

/** A value of another type than its field, and its offset. */
interface TypeProblem {
  readonly message: string;
  readonly offset: number;
}

/** The types of each kind of field in JSON, and their name. */
const TYPES: Readonly<
  Record<Exclude<Field['kind'], 'choice'>, { types: readonly Node['type'][]; name: string }>
> = {
  // A year is often written as a number.
  text: { types: ['string', 'number'], name: 'text' },
  texts: { types: ['array'], name: 'a list' },
  flag: { types: ['boolean'], name: 'true or false' },
  group: { types: ['object'], name: 'an object' },
  list: { types: ['array'], name: 'a list' },
};

const problem = ({ offset }: Node, path: string, kind: string): TypeProblem => ({
  message: `${path === '' ? 'The file' : `"${path}"`} must be ${kind}`,
  offset,
});

/** Items are numbered from 1. */
const itemProblems = (array: Node, item: Field, path: string): TypeProblem[] =>
  itemsOf(array).flatMap((node, index) => {
    const itemPath = inPath(path, index + 1);
    return node.type === 'null' && item.kind === 'group'
      ? [problem(node, itemPath, TYPES.group.name)]
      : typeProblems(node, item, itemPath);
  });

const ITEM_OF_TEXTS: Field = { kind: 'text', label: '', markdown: false };

/**
 * Returns the values below `node` that don't have the type of `field`, at any depth. Null counts as
 * absent, except for a whole file and an entry of a list.
 */
export const typeProblems = (node: Node, field: Field, path = ''): TypeProblem[] => {
  if (node.type === 'null' && path !== '') return [];
  if (field.kind === 'choice') {
    const { options, expected = options.join(' or ') } = field;
    return isReadable(field, node.value) ? [] : [problem(node, path, expected)];
  }
  const { types, name } = TYPES[field.kind];
  if (!types.includes(node.type)) return [problem(node, path, name)];
  switch (field.kind) {
    case 'texts':
      return itemProblems(node, ITEM_OF_TEXTS, path);
    case 'list':
      return itemProblems(node, field.item, path);
    case 'group':
      return Object.entries(field.fields).flatMap(([key, member]) => {
        // Of equal keys the last one counts.
        const property = propertiesOf(node).findLast((own) => own.key.value === key);
        return property ? typeProblems(property.value, member, inPath(path, key)) : [];
      });
    case 'text':
      return isReadable(field, node.value) ? [] : [problem(node, path, 'a language such as de')];
    case 'flag':
      return [];
  }
};
