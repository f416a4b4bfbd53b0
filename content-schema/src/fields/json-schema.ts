import { LIST_MAX_LENGTH } from '../limits.ts';
import type { Field, TextField } from './fields.ts';

/** A JSON Schema of draft 7, which editors know best. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

const textSchema = ({ limit, maxLength = limit, format }: TextField): JsonSchema => ({
  type: 'string',
  maxLength,
  ...(format === 'email' && { anyOf: [{ maxLength: 0 }, { format: 'email' }] }),
});

const shapeOf = (field: Field): JsonSchema => {
  switch (field.kind) {
    case 'text':
      return textSchema(field);
    case 'texts':
      return { type: 'array', maxItems: LIST_MAX_LENGTH, items: { type: 'string' } };
    case 'flag':
      return { type: 'boolean', default: field.byDefault };
    case 'number':
      return { type: ['number', 'null'] };
    case 'choice':
      return { enum: field.options };
    case 'group': {
      const entries = Object.entries(field.fields);
      const properties = Object.fromEntries(entries.map(([key, own]) => [key, jsonSchemaOf(own)]));
      return { type: field.nullable ? ['object', 'null'] : 'object', properties };
    }
    case 'list':
      return { type: 'array', maxItems: LIST_MAX_LENGTH, items: jsonSchemaOf(field.item) };
  }
};

/**
 * Returns the JSON Schema of a field in a stored file. No key is required and unknown ones are
 * allowed, as when the file is read.
 */
export function jsonSchemaOf(field: Field): JsonSchema {
  const isMarkdown = 'markdown' in field && field.markdown;
  return {
    title: field.label,
    ...(isMarkdown && { description: 'Markdown' }),
    ...shapeOf(field),
  };
}
