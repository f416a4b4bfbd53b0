const IMAGE = /^data:image\//;

/** True for an image that is held in its own address. */
export const isImage = (value: unknown): value is string =>
  typeof value === 'string' && IMAGE.test(value);

const ofList = (items: readonly unknown[]): string =>
  items.map(readableText).join(items.some((item) => typeof item === 'object') ? '\n\n' : '\n');

const ofObject = (fields: object): string =>
  Object.entries(fields)
    .map(([key, value]) => `${key}: ${readableText(value)}`)
    .join('\n');

/** Any value of a form as text that a person can compare line by line; empty for nothing. */
export const readableText = (value: unknown): string => {
  if (typeof value === 'string') return isImage(value) ? 'An image' : value;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) return ofList(value);
  return typeof value === 'object' && value !== null ? ofObject(value) : '';
};
