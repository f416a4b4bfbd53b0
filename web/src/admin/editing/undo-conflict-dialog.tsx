import type { Conflict } from 'content-schema';
import type { Decide } from 'content-schema/merge';
import { usePosts } from '../../data/posts.ts';
import { ConflictDialog, type ConflictWords } from './conflict-dialog.tsx';
import { fieldNamesOf, fileName } from './change-names.ts';

const WORDS: ConflictWords = {
  title: 'Changed again since',
  intro:
    'What you want to undo was changed again later. Choose what to keep; nothing is undone until then. Later changes that don’t overlap are kept.',
  base: 'What the change made of it',
  mine: 'Undo the change',
  theirs: 'Keep it as it is now',
  dismiss: 'Cancel',
};

interface UndoConflictDialogProps {
  readonly conflicts: readonly Conflict[];
  readonly resolve: (decide: Decide) => void;
  readonly dismiss: () => void;
}

/** Asks what to keep where a later change overlaps with the undone one. */
export const UndoConflictDialog = ({ conflicts, ...actions }: UndoConflictDialogProps) => {
  const posts = usePosts().stored?.answer ?? [];
  const groups = Map.groupBy(conflicts, ({ file }) => file);
  return (
    <ConflictDialog
      words={WORDS}
      groups={[...groups].map(([file, own]) => ({
        file,
        title: fileName(file, posts),
        fieldNames: fieldNamesOf(file),
        conflicts: own,
      }))}
      {...actions}
    />
  );
};
