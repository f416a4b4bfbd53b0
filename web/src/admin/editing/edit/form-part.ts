import type { Issue } from 'content-schema';
import type { FieldConflict } from 'content-schema/merge';
import type { SavablePart } from './save-parts.ts';

/**
 * The labels of a value's fields, by their paths, e.g. `social.github`. In a path `*` matches any
 * list index, and `#` in the label becomes its number, counted from 1: `'*.role': 'Experience #:
 * title'`.
 */
export type FieldNames = Readonly<Record<string, string>>;

/** The state of saving. */
export type SaveStatus =
  /** `undecided`: others changed the same fields, and the conflict is not resolved yet. */
  | { readonly state: 'idle' | 'undecided' }
  | { readonly state: 'saving' | 'saved' | 'error'; readonly message: string };

/** Unsaved edits of a closed form, or edits that a restored draft has replaced. */
export interface DraftOffer {
  readonly id: string;
  /** The tab that stored it. */
  readonly tab: string;
  /** Milliseconds since 1970. */
  readonly storedAt: number;
  /** The stored value, and the value that restoring the draft gives. */
  readonly stored: unknown;
  readonly value: unknown;
  /** Whether the stored value has changed since the edits began. */
  readonly outdated: boolean;
  readonly restore: () => void;
  readonly discard: () => void;
}

/** A message about a change elsewhere to the edited value, with an action. */
export interface EditNotice {
  readonly message: string;
  readonly action?: { readonly label: string; readonly run: () => void };
}

/** An edited value as its form sees it, independent of the value's type. */
export interface FormPart extends SavablePart {
  readonly fieldNames: FieldNames;
  readonly value: unknown;
  readonly unsaved: boolean;
  readonly issues: readonly Issue[];
  /** The number of saves refused because of invalid values. */
  readonly rejections: number;
  readonly status: SaveStatus;
  /**
   * When the form last saved the value, in milliseconds since 1970; undefined before the first
   * save.
   */
  readonly savedAt: number | undefined;
  readonly drafts: readonly DraftOffer[];
  /** False where the browser can't store drafts. */
  readonly keepsDrafts: boolean;
  /** The conflicts with changes by others to ask about. The edits are kept until then. */
  readonly conflicts: readonly FieldConflict[];
  /** The message to show when the entity was deleted meanwhile. */
  readonly removed: string | undefined;
  /** Whether the stored value has changes by others that the edits lack. */
  readonly isOutdated: boolean;
}
