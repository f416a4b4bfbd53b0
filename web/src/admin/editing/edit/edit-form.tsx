import { Fragment, useRef, useState, type ReactNode, type RefObject } from 'react';
import type { PartsSource } from '../../../data/editable-content.ts';
import { useContentPolling } from '../../../data/poll-content.ts';
import { Button } from '../../../ui/button.tsx';
import { FieldScope, Form, scopedPath } from '../../../ui/form/form.tsx';
import { Problem } from '../../../ui/messages.tsx';
import { Status } from '../../../ui/status.tsx';
import { ConflictDialog } from '../changes/conflict-dialog.tsx';
import { DraftNotice } from './draft-notice.tsx';
import { classNames } from '../../../ui/class-names.ts';
import styles from './edit-form.module.css';
import { isOutdated } from './edit-state.ts';
import { isReadOnly, SubjectProblems, useFileProblems } from './file-problems.tsx';
import { InNote } from '../../layout/action.tsx';
import { HistoryLink } from '../../layout/history-link.tsx';
import { useUnsaved } from './leave-guard.tsx';
import { ProposeDialog, ProposedLinks, ProposeOffer } from './propose.tsx';
import {
  inFile,
  isEdited,
  isIn,
  isRefusedByRules,
  openConflicts,
  useSave,
  useSaveShortcut,
} from './use-save.ts';
import { isPostSubject, subjectOf } from './subjects.ts';
import type { FormPart } from './use-edit.ts';

interface SaveMessagesProps {
  readonly parts: readonly FormPart[];
  readonly isProposing: boolean;
  readonly onChoose: () => void;
  readonly onPropose: () => void;
}

const SaveMessages = ({ parts, isProposing, onChoose, onPropose }: SaveMessagesProps) => {
  const isProtected = parts.some(isRefusedByRules);
  const problems = parts.flatMap((part) =>
    isIn('failed', part) && !isProtected ? (part.message ?? []) : [],
  );
  return (
    <>
      {isProtected && <ProposeOffer onClick={onPropose} />}
      {[...new Set(problems)].map((message) => (
        <Problem key={message}>{message}</Problem>
      ))}
      {parts.some((part) => isIn('conflict', part)) && (
        <Problem>
          {UNDECIDED}{' '}
          <Button variant="plainStrong" onClick={onChoose}>
            Choose
          </Button>
        </Problem>
      )}
      <Status message={isProposing ? 'Proposing…' : undefined} />
      {parts.map((part) => (
        <Fragment key={part.name}>
          <Status message={isIn('saving', part) && !isProposing ? part.message : undefined} />
          <InNote>
            <Status message={isIn('saved', part) ? part.message : undefined} tone="ok" />
          </InNote>
        </Fragment>
      ))}
    </>
  );
};

/** Publishes the bar's height to the page, which scrolls focused elements clear of it. */
const measureBar = (bar: HTMLDivElement) => {
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() =>
    style.setProperty('--save-bar', `${bar.offsetHeight}px`),
  );
  observer.observe(bar);
  return () => {
    observer.disconnect();
    style.removeProperty('--save-bar');
  };
};

const UNDECIDED = 'This was changed elsewhere in the meantime. Choose which version to keep.';
const CHANGED_SINCE = 'This was changed elsewhere since you began.';
const DRAFTS_STAY = 'They stay in this browser and are offered when you come back.';
const DRAFTS_ARE_LOST = 'This browser keeps no drafts: they are lost when you leave.';

/** A message about a change elsewhere to the edited value, with an action. */
export interface EditNotice {
  readonly message: string;
  readonly action?: { readonly label: string; readonly run: () => void };
}

const NoticeText = ({ message, action }: EditNotice) => (
  <>
    {message}{' '}
    {action && (
      <Button variant="plain" onClick={action.run}>
        {action.label}
      </Button>
    )}
  </>
);

/** Announces changes made elsewhere, without taking the focus. */
const Notices = ({ notices }: { readonly notices: readonly EditNotice[] }) => (
  <div role="status" className={styles.notices}>
    {notices.map(({ message, action }) => (
      <p key={message} className="status">
        <NoticeText message={message} {...(action && { action })} />
      </p>
    ))}
  </div>
);

interface EditFieldsProps {
  readonly part: FormPart;
  readonly children: ReactNode;
}

/**
 * The fields of one part of an `EditForm`, with paths inside that part's value. Disabled while the
 * part's file can't be read.
 */
export const EditFields = ({ part, children }: EditFieldsProps) => {
  const readOnly = isReadOnly(part.name, useFileProblems());
  const { file, title } = subjectOf(part.name);
  return (
    <FieldScope name={part.name} issues={part.state.issues}>
      <SubjectProblems name={part.name} readOnly={readOnly} />
      <fieldset
        role="presentation"
        className={classNames('stack-7', styles.fields)}
        disabled={readOnly}
      >
        {file !== undefined && !isPostSubject(part.name) && (
          <div className={styles.history}>
            <HistoryLink path={file} of={title} />
          </div>
        )}
        {children}
      </fieldset>
    </FieldScope>
  );
};

const CLOCK = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

interface EditFormProps {
  /** The edited values. Those that changed are saved together. */
  readonly parts: readonly FormPart[];
  readonly source: PartsSource;
  /** The form's fields. Each part's fields are inside an `EditFields`. */
  readonly children: ReactNode;
  readonly saveLabel?: string;
  /** A hint to show before saving; it doesn't prevent saving. */
  readonly advice?: EditNotice | false;
  /** A notice about a change elsewhere, in addition to those of the parts. */
  readonly notice?: EditNotice | false;
  readonly actions?: ReactNode;
  readonly ref?: RefObject<HTMLFormElement | null>;
  /** Called on each attempt to save, with its trigger. */
  readonly onSave?: (by: 'button' | 'keys') => void;
}

/**
 * The form around one or more edits of `useEdit`. The save button, and Ctrl+S or Cmd+S, save the
 * parts that have changed, or all parts if none has, by one commit; if one of them is invalid, none
 * is saved. The form asks before unsaved edits are left, offers them again after a crash, and
 * resolves conflicts in place.
 */
export const EditForm = (props: EditFormProps) => {
  const { parts, source, children, saveLabel = 'Save changes', actions, onSave } = props;
  const { advice = false, notice = false } = props;
  const ownRef = useRef<HTMLFormElement>(null);
  const { ref: element = ownRef } = props;
  const unsaved = parts.filter(isEdited);
  const storesDrafts = parts.every((part) => part.storesDrafts);
  const savedBy = useRef<'button' | 'keys'>('button');
  useSaveShortcut(element, () => {
    savedBy.current = 'keys';
    element.current?.requestSubmit();
    savedBy.current = 'button';
  });
  useUnsaved(unsaved.length > 0 && (storesDrafts ? DRAFTS_STAY : DRAFTS_ARE_LOST));
  useContentPolling(unsaved.length > 0);

  const { isSaving, isProposing, proposed, submit, propose, update, resolve } = useSave(
    parts,
    source,
  );
  const [asksWhere, setAsksWhere] = useState(false);
  const noticesOf = (part: FormPart): readonly EditNotice[] => {
    if (part.removed !== undefined) return [{ message: part.removed }];
    if (!isOutdated(part.state)) return [];
    return [
      { message: CHANGED_SINCE, action: { label: 'Apply the change', run: () => update(part) } },
    ];
  };

  const issues = parts.flatMap(({ name, state }) =>
    state.issues.map(({ path, message }) => ({ path: scopedPath(name, path), message })),
  );
  const rejections = parts.reduce((count, part) => count + part.state.rejections, 0);
  const notices = [...(notice ? [notice] : []), ...parts.flatMap(noticesOf)];
  const savedAt = parts.flatMap((part) => part.savedAt ?? []).toSorted((a, b) => b - a)[0];
  const conflicted = parts.filter((part) => openConflicts(part).length > 0);
  const isSilent = parts.every((part) => isIn('idle', part));
  const saved = savedAt === undefined ? undefined : `Saved ${CLOCK.format(savedAt)}`;
  const summary = unsaved.length > 0 ? 'Unsaved changes' : saved;
  return (
    <>
      <Form
        ref={element}
        className={classNames('stack-7', styles.form)}
        issues={issues}
        rejections={rejections}
        onSubmit={() => {
          onSave?.(savedBy.current);
          submit();
        }}
      >
        <DraftNotice parts={parts} />
        {children}
        {/* Stays in view at the bottom of the window, unless it has nothing to say or to offer. */}
        <div
          ref={measureBar}
          className={styles.bar}
          data-idle={
            isSilent &&
            summary === undefined &&
            notices.length === 0 &&
            proposed === undefined &&
            actions === undefined
          }
        >
          <Notices notices={notices} />
          <Button variant="primary" type="submit" pending={isSaving && !isProposing}>
            {saveLabel}
          </Button>
          {actions}
          {(unsaved.length > 0 || isProposing) && (
            <Button variant="plain" pending={isProposing} onClick={() => setAsksWhere(true)}>
              Propose instead…
            </Button>
          )}
          <SaveMessages
            parts={parts}
            isProposing={isProposing}
            onChoose={submit}
            onPropose={() => setAsksWhere(true)}
          />
          <p role="status" className="status">
            {proposed && <ProposedLinks {...proposed} />}
          </p>
          {isSilent && summary !== undefined && <p className="status">{summary}</p>}
          <p role="status" className="status">
            {advice && <NoticeText {...advice} />}
          </p>
          {parts.some((part) => isIn('failed', part)) && (
            <p className="status">
              {!navigator.onLine && 'You are offline. '}
              {storesDrafts && 'Your text is kept in this browser.'}
            </p>
          )}
          {unsaved.length > 0 && !storesDrafts && (
            <p className="status">
              This browser keeps no drafts: unsaved changes are lost when you close the page.
            </p>
          )}
        </div>
      </Form>
      <ProposeDialog open={asksWhere} onClose={() => setAsksWhere(false)} propose={propose} />
      <ConflictDialog
        groups={conflicted.map((part) => ({
          file: subjectOf(part.name).file,
          ...(conflicted.length > 1 && { title: subjectOf(part.name).title }),
          fieldNames: part.fieldNames,
          conflicts: openConflicts(part).map((conflict) => inFile(part, conflict)),
        }))}
        resolve={resolve}
        dismiss={() => conflicted.forEach(({ send }) => send({ type: 'dismissed' }))}
      />
    </>
  );
};
