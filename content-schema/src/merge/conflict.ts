/** A field that both sides changed since `base`, each in its own way. */
export interface FieldConflict {
  /**
   * From the value's root, e.g. `social.github` or `2.role`; empty for the value as a whole. Items
   * of a list are counted as they come with everything that is still to be decided among them. A
   * path that ends in a number may stand for a whole item that one side edited and the other
   * removed; `null` is the side that removed it.
   */
  readonly field: string;
  /** What the entry of a list is called that the field is in, e.g. `Engineer, Acme`. */
  readonly entry?: string;
  readonly base: unknown;
  readonly theirs: unknown;
  readonly mine: unknown;
}

export type Sides = Pick<FieldConflict, 'base' | 'theirs' | 'mine'>;

export interface Merged<Value> {
  /** Both sides' changes; what was decided, where they conflict. */
  readonly value: Value;
  readonly conflicts: readonly FieldConflict[];
}

/** Which value to take where both sides changed the same. */
export type Decide = (conflict: FieldConflict) => unknown;
