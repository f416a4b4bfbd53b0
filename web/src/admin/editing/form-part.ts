import type { Issue } from 'content-schema';
import type { Decide, FieldConflict } from 'content-schema/merge';
import type { SubjectName } from './subjects.ts';

/**
 * How the fields of a value are called, by their paths, e.g. `social.github`. In a list `*` stands
 * for any place, and `#` in the name for its number, counted from 1: `'*.role': 'Experience #: title'`.
 */
export type FieldNames = Readonly<Record<string, string>>;

/** How a save goes, or went. */
export type SaveStatus =
  | { readonly state: 'idle' }
  /** `undecided`: others changed the same, and what to keep was left open. */
  | { readonly state: 'saving' | 'saved' | 'error' | 'undecided'; readonly message: string };

/** Edits that were left unsaved by a form that is gone, or that gave way to others. */
export interface DraftOffer {
  readonly id: string;
  /** The tab that kept it. */
  readonly tab: string;
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

/** What happened elsewhere to what is edited, and what can be done about it. */
export interface EditNotice {
  readonly message: string;
  readonly action?: { readonly label: string; readonly run: () => void };
}

/** A save that others have changed the same for; the edits are kept until it is resolved. */
interface ConflictState {
  readonly conflicts: readonly FieldConflict[];
  /** Saves again, with what was decided for each conflict. */
  readonly resolve: (decide: Decide) => void;
  /** Goes back to the form with nothing saved. */
  readonly dismiss: () => void;
}

/** What a form needs to know of a value that is edited in it, whatever its type. */
export interface FormPart {
  readonly name: SubjectName;
  readonly fieldNames: FieldNames;
  readonly value: unknown;
  readonly unsaved: boolean;
  readonly issues: readonly Issue[];
  /** How often a save was refused because of its values. */
  readonly refusals: number;
  readonly status: SaveStatus;
  /** When it was last saved from the form, in milliseconds since 1970; undefined while it never was. */
  readonly savedAt: number | undefined;
  /** Tells whether the value may be saved; if not, its issues are shown. */
  readonly check: () => boolean;
  /** Saves the value if it may be saved; during a save, again after it. */
  readonly save: () => void;
  readonly drafts: readonly DraftOffer[];
  /** False where the browser keeps no drafts. */
  readonly keepsDrafts: boolean;
  readonly conflict: ConflictState | undefined;
  readonly notice: EditNotice | undefined;
}
