import type { Node } from 'jsonc-parser';
import type { ChoiceField, Field } from '../fields/fields.ts';
import { itemsOf, propertiesOf } from './syntax-tree.ts';

/** A value of another type than its field, and its offset. */
interface TypeProblem {
  readonly message: string;
  readonly offset: number;
}

const TYPES: Readonly<Record<Field['kind'], readonly string[]>> = {
  // A year is often written as a number.
  text: ['string', 'number'],
  texts: ['array'],
  flag: ['boolean'],
  choice: ['string'],
  group: ['object'],
  list: ['array'],
};

const NAMES: Readonly<Record<Field['kind'], string>> = {
  text: 'text',
  texts: 'a list',
  flag: 'true or false',
  choice: 'text',
  group: 'an object',
  list: 'a list',
};

const isOption = ({ options }: ChoiceField, node: Node): boolean =>
  options.some((option) => option === node.value);

const problem = ({ offset }: Node, path: string, kind: string): TypeProblem => ({
  message: `${path === '' ? 'The file' : `"${path}"`} must be ${kind}`,
  offset,
});

/** Items are numbered from 1. */
const itemProblems = (array: Node, item: Field, path: string): TypeProblem[] =>
  itemsOf(array).flatMap((node, index) => {
    const itemPath = path === '' ? String(index + 1) : `${path}.${index + 1}`;
    return node.type === 'null' && item.kind === 'group'
      ? [problem(node, itemPath, NAMES.group)]
      : typeProblems(node, item, itemPath);
  });

const ITEM_OF_TEXTS: Field = { kind: 'text', label: '', markdown: false };

/**
 * Returns the values below `node` that don't have the type of `field`, at any depth. Null counts as
 * absent, except for a whole file and an entry of a list.
 */
export const typeProblems = (node: Node, field: Field, path = ''): TypeProblem[] => {
  if (node.type === 'null' && path !== '') return [];
  if (!TYPES[field.kind].includes(node.type)) return [problem(node, path, NAMES[field.kind])];
  switch (field.kind) {
    case 'choice':
      return isOption(field, node) ? [] : [problem(node, path, field.options.join(' or '))];
    case 'texts':
      return itemProblems(node, ITEM_OF_TEXTS, path);
    case 'list':
      return itemProblems(node, field.item, path);
    case 'group':
      return Object.entries(field.fields).flatMap(([name, member]) => {
        // Of equal keys the last one counts.
        const property = propertiesOf(node).findLast(({ key }) => key.value === name);
        const memberPath = path === '' ? name : `${path}.${name}`;
        return property ? typeProblems(property.value, member, memberPath) : [];
      });
    case 'text':
    case 'flag':
      return [];
  }
};
