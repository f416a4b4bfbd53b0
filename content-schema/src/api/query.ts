import * as v from 'valibot';
import { FIELD } from '../fields/schema.ts';

/** A whole number in a query, in decimal digits; `byDefault` if absent. */
export const wholeNumber = (min: number, max: number, byDefault: number) => {
  const message = `${FIELD} must be a whole number from ${min} to ${max}`;
  return v.optional(
    v.pipe(
      v.string(message),
      v.regex(/^\d{1,9}$/, message),
      v.transform(Number),
      v.minValue(min, message),
      v.maxValue(max, message),
    ),
    String(byDefault),
  );
};
