import type { Issue } from 'content-schema';
import type { Decide, FieldConflict } from 'content-schema/merge';
import type { SaveStatus } from './use-save-status.ts';

/**
 * How the fields of a value are called, by their paths, e.g. `social.github`. In a list `*` stands
 * for any place, and `#` in the name for its number, counted from 1: `'*.role': 'Experience #: title'`.
 */
export type FieldNames = Readonly<Record<string, string>>;

/** Edits that were left unsaved by a form that is gone. */
export interface DraftOffer {
  /** Milliseconds since 1970. */
  readonly keptAt: number;
  /** What is stored now, and what the draft would make of it. */
  readonly stored: unknown;
  readonly value: unknown;
  /** Whether what is stored has changed since the edits began. */
  readonly outdated: boolean;
  readonly restore: () => void;
  readonly discard: () => void;
}

/** A save that was refused because others changed the same; the edits are kept until it is settled. */
export interface OpenConflict {
  readonly conflicts: readonly FieldConflict[];
  /** Saves again, with what was decided for each conflict. */
  readonly settle: (decide: Decide) => void;
  /** Goes back to the form with nothing saved. */
  readonly postpone: () => void;
}

/** What a form needs to know of a value that is edited in it, whatever its type. */
export interface FormPart {
  readonly name: string;
  readonly fieldNames: FieldNames;
  readonly unsaved: boolean;
  readonly issues: readonly Issue[];
  /** How often a save was refused because of its values. */
  readonly refusals: number;
  readonly status: SaveStatus;
  /** Tells whether the value may be saved; if not, its issues are shown. */
  readonly check: () => boolean;
  /** Saves the value if it may be saved and no save is under way. */
  readonly save: () => void;
  readonly draft: DraftOffer | undefined;
  readonly conflict: OpenConflict | undefined;
}
