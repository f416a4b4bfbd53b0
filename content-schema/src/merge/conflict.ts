/** A field that both sides changed differently since `base`. */
export interface FieldConflict {
  /**
   * The path from the value's root, e.g. `social.github` or `2.role`; empty for the value as a
   * whole. Indexes in a list include all items that are still undecided. A path that ends in a
   * number may be a whole item that one side edited and the other removed; `null` is the side that
   * removed it.
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

/** Returns the value to use for a conflict. */
export type Decide = (conflict: FieldConflict) => unknown;
