/** A field that both sides changed differently since `base`. */
export interface FieldConflict {
  /**
   * The path from the value's root, e.g. `social.github` or `2.role`; empty for the whole value.
   * Indexes in a list include all undecided items. A path that ends in a number may be an item that
   * one side edited and the other, which is `null`, removed.
   */
  readonly field: string;
  /** The name of the list entry that contains the field, e.g. `Engineer, Acme`. */
  readonly entry?: string;
  readonly base: unknown;
  readonly theirs: unknown;
  readonly mine: unknown;
}

export type Sides = Pick<FieldConflict, 'base' | 'theirs' | 'mine'>;

export interface Merged<Value> {
  /** The value with both sides' changes, and the decisions for conflicts. */
  readonly value: Value;
  readonly conflicts: readonly FieldConflict[];
}

export type Decide = (conflict: FieldConflict) => unknown;
