import type { Conflict } from 'content-schema';
import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from 'react';
import { useLocation } from 'react-router-dom';
import { useUndoCommit, type Decided } from '../../../../data/undo.ts';
import { OfferUndoContext, type Act, type OfferUndo } from '../../../../data/keep-session.ts';
import { usePosts } from '../../../../data/posts.ts';
import { ApiError } from '../../../../data/request.ts';
import { Button } from '../../../../ui/button.tsx';
import { TEXT_FIELDS, useWindowEvent } from '../../../../ui/use-window-event.ts';
import { ViewOnSite } from '../../layout/view-on-site.tsx';
import { Status } from '../../../../ui/messages.tsx';
import { Failure, NoteContext } from '../../layout/action.tsx';
import type { AdminLocation } from '../../paths.ts';
import { fieldNamesOf, fileName } from './change-names.ts';
import { ConflictDialog, type ConflictWords } from './conflict-dialog.tsx';
import { classNames } from '../../../../ui/class-names.ts';
import styles from './undo.module.css';

type UndoState =
  | { readonly name: 'idle' | 'busy' }
  /** `isUndone`: the commits are undo commits, so undoing them is a redo. */
  | {
      readonly name: 'offered';
      readonly commits: readonly string[];
      readonly isUndone: boolean;
      readonly act: Act | undefined;
      /** The page on which the action's own message said what was done, so that this needn't. */
      readonly saidOn?: string;
    }
  | { readonly name: 'done'; readonly message: string }
  | { readonly name: 'failed'; readonly error: unknown };

const CONFLICT_WORDS: ConflictWords = {
  title: 'Changed again since',
  intro:
    'What you want to undo was changed again later. Choose what to keep; nothing is undone until then. Later changes that don’t overlap are kept.',
  base: 'What the change made of it',
  mine: 'Undo the change',
  theirs: 'Keep it as it is now',
  dismiss: 'Cancel',
};

type Decisions = Decided['decisions'];

interface Question {
  readonly words: ConflictWords;
  readonly conflicts: readonly Conflict[];
  /** Called with undefined when the dialog is closed without a decision. */
  readonly decide: (decisions: Decisions | undefined) => void;
}

type Undo = (commit: string) => Promise<void>;

/** Repeats a call that conflicts, with the owner's decisions; false if the dialog is closed. */
type Decide = <Result>(
  call: (decided?: Decided) => Promise<Result>,
  words: ConflictWords,
) => Promise<Result | false>;

const UndoContext = createContext<{ readonly undo: Undo; readonly decide: Decide }>({
  undo: () => Promise.resolve(),
  decide: (call) => call(),
});

export const useUndo = (): Undo => useContext(UndoContext).undo;

export const useDecide = (): Decide => useContext(UndoContext).decide;

const OFFER_MS = 10_000;
const HOLD_CHECK_MS = 1000;

const UNKNOWN = 'No response came, so the change may have been undone. Look at the history.';
const NOTHING_LEFT = 'There was nothing left to undo.';

const statusText = (state: UndoState): string | undefined => {
  if (state.name === 'busy') return 'Undoing…';
  if (state.name === 'done') return state.message;
  if (state.name !== 'offered') return undefined;
  const { isUndone, act } = state;
  if (isUndone) return act ? `Undone: ${act.text}` : 'Change undone';
  return act?.text ?? 'Change saved';
};

/** Undoes on Ctrl+Z or Cmd+Z outside of text fields, which have their own undo. */
const useUndoShortcut = (isOffered: boolean, undo: () => void): void => {
  const press = (event: KeyboardEvent) => {
    const isUndo = event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey);
    const isElsewhere = document.activeElement?.closest(`${TEXT_FIELDS}, dialog`) !== null;
    if (!isUndo || event.shiftKey || event.altKey || isElsewhere) return;
    event.preventDefault();
    undo();
  };
  useWindowEvent('keydown', press, isOffered);
};

interface UndoNoteProps {
  readonly state: UndoState;
  readonly actionRef: (element: HTMLElement | null) => void;
  readonly onUndo: () => void;
  readonly onDismiss: () => void;
}

/** Shows the last act and "Undo" after each save, longer under the pointer or the focus. */
const UndoNote = ({ state, actionRef, onUndo, onDismiss }: UndoNoteProps) => {
  const note = useRef<HTMLDivElement>(null);
  const isOffered = state.name === 'offered';
  const expires = isOffered || state.name === 'done';
  const expire = useEffectEvent(onDismiss);
  useEffect(() => {
    if (!expires) return;
    let timer: ReturnType<typeof setTimeout>;
    const expireUnlessHeld = () => {
      if (note.current?.matches(':hover, :focus-within'))
        timer = setTimeout(expireUnlessHeld, HOLD_CHECK_MS);
      else expire();
    };
    timer = setTimeout(expireUnlessHeld, OFFER_MS);
    return () => clearTimeout(timer);
  }, [expires, state]);
  useUndoShortcut(isOffered, onUndo);
  const { key, state: linkState } = useLocation() as AdminLocation;
  const isSaid = isOffered && state.saidOn === key;
  const page = linkState?.page;

  return (
    <div
      ref={note}
      className={classNames('screen-only', styles.note)}
      role="group"
      aria-label="Last change"
      data-undoing={!['idle', 'failed'].includes(state.name) && !(isOffered && !state.isUndone)}
    >
      <div className={classNames('line', styles.message)}>
        {isSaid && state.act?.name !== undefined && (
          <span className={classNames('strong truncated', styles.name)} dir="auto">
            {state.act.name}
          </span>
        )}
        <div ref={actionRef} className={styles.action} />
        <Status
          message={isSaid ? undefined : statusText(state)}
          tone={isOffered ? 'ok' : 'progress'}
        />
        {state.name === 'failed' && <Failure error={state.error} message={UNKNOWN} />}
      </div>
      {state.name === 'failed' && (
        <Button variant="plain" onClick={onDismiss}>
          Dismiss
        </Button>
      )}
      {isOffered && !state.isUndone && state.act?.name === undefined && page !== undefined && (
        <ViewOnSite variant="plain" to={page} />
      )}
      {isOffered && (
        <Button variant="plain" aria-keyshortcuts="Control+Z Meta+Z" onClick={onUndo}>
          {state.isUndone ? 'Redo' : 'Undo'}
        </Button>
      )}
    </div>
  );
};

/** Shows an offer to undo after each save, which stays when another page opens. */
export const UndoProvider = ({ children }: { readonly children: ReactNode }) => {
  const [state, setState] = useState<UndoState>({ name: 'idle' });
  const [question, setQuestion] = useState<Question>();
  const undoCommit = useUndoCommit();
  const posts = usePosts().stored?.response ?? [];
  const [action, setAction] = useState<HTMLElement | null>(null);
  const { key: saidOn } = useLocation();
  const onSaid = useCallback(
    () => setState((shown) => (shown.name === 'offered' ? { ...shown, saidOn } : shown)),
    [saidOn],
  );
  const note = useMemo(() => ({ element: action, onSaid }), [action, onSaid]);

  const offer: OfferUndo = useCallback((commits, act) => {
    const made = [commits ?? []].flat();
    if (made.length > 0) setState({ name: 'offered', commits: made, isUndone: false, act });
    else if (commits) setState({ name: 'idle' });
  }, []);

  const ask = async (asked: Omit<Question, 'decide'>) => {
    const { promise, resolve } = Promise.withResolvers<Decisions | undefined>();
    setQuestion({ ...asked, decide: resolve });
    return promise.finally(() => setQuestion(undefined));
  };

  const decide: Decide = async (call, words) => {
    let decided: Decided | undefined;
    for (;;) {
      try {
        return await call(decided);
      } catch (error) {
        if (!(error instanceof ApiError) || error.conflicts.length === 0) throw error;
        const decisions = await ask({ words, conflicts: error.conflicts });
        if (!decisions) return false;
        decided = { decisions, revision: error.revision };
      }
    }
  };

  const undoAll = async (
    commits: readonly string[],
    wasUndone: boolean,
    act?: Act,
  ): Promise<void> => {
    setState({ name: 'busy' });
    const made: string[] = [];
    let isLeft = false;
    try {
      for (const commit of commits.toReversed()) {
        // Undefined if there was nothing left to undo.
        const undone = await decide((decided) => undoCommit(commit, decided), CONFLICT_WORDS);
        isLeft ||= undone === false;
        if (isLeft) break;
        if (typeof undone === 'string') made.push(undone);
      }
      if (made.length > 0) setState({ name: 'offered', commits: made, isUndone: !wasUndone, act });
      else setState(isLeft ? { name: 'idle' } : { name: 'done', message: NOTHING_LEFT });
    } catch (error) {
      setState({ name: 'failed', error });
    }
  };

  return (
    <OfferUndoContext value={offer}>
      <UndoContext value={{ undo: (commit) => undoAll([commit], false), decide }}>
        <NoteContext value={note}>{children}</NoteContext>
        <UndoNote
          state={state}
          actionRef={setAction}
          onUndo={() => {
            if (state.name === 'offered') void undoAll(state.commits, state.isUndone, state.act);
          }}
          onDismiss={() => setState({ name: 'idle' })}
        />
        {question && (
          <ConflictDialog
            words={question.words}
            groups={[...Map.groupBy(question.conflicts, ({ file }) => file)].map(
              ([file, conflicts]) => {
                const title = fileName(file, posts);
                return { file, title, conflicts, fieldNames: fieldNamesOf(file) };
              },
            )}
            resolve={(decideOne) =>
              question.decide(
                question.conflicts.map((conflict) => {
                  const { file, field } = conflict;
                  return { file, field, value: decideOne(conflict) ?? null };
                }),
              )
            }
            dismiss={() => question.decide(undefined)}
          />
        )}
      </UndoContext>
    </OfferUndoContext>
  );
};
