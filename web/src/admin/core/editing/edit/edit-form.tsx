import { groupBy, labelsOf, postIdOf } from 'content-schema';
import { Fragment, useRef, type ReactNode } from 'react';
import type { FormSource } from '../../../../data/editable-content.ts';
import type { LoadedEditableContent } from '../../../../data/loaded-content.ts';
import { useContentPolling } from '../../../../data/poll-content.ts';
import { Button } from '../../../../ui/button.tsx';
import { FieldScope, Form, scopedPath } from '../../../../ui/form/form.tsx';
import { Problem, Status } from '../../../../ui/messages.tsx';
import { timeOfChange } from '../changes/change-names.ts';
import { ConflictDialog } from '../changes/conflict-dialog.tsx';
import { DraftNotice } from './unsaved-drafts.tsx';
import { classNames } from '../../../../ui/class-names.ts';
import styles from './edit-form.module.css';
import { isOutdated, isUnsaved, splitPath } from './edit-state.ts';
import { isReadOnly, TargetProblems, useFileProblems } from './file-problems.tsx';
import { InNote } from '../../layout/action.tsx';
import { Slot } from '../../feature.tsx';
import { useUnsaved } from './leave-guard.tsx';
import { openConflicts, useSave, useSaveShortcut } from './use-save.ts';
import { partOf } from './targets.ts';
import type { FormEdit } from './use-edit.ts';

interface SaveMessagesProps {
  readonly edit: FormEdit;
  readonly onChoose: () => void;
}

const SaveMessages = ({ edit, onChoose }: SaveMessagesProps) => {
  const { state, messages } = edit;
  const { phase } = state;
  return (
    <>
      {phase.name === 'conflict' && (
        <Problem>
          {UNDECIDED}{' '}
          <Button variant="plainStrong" onClick={onChoose}>
            Choose
          </Button>
        </Problem>
      )}
      {Object.keys(state.value).map((part, index) => (
        <Fragment key={part}>
          <Status message={phase.name === 'saving' ? messages[index] : undefined} />
          <InNote done={phase.name === 'saved' ? messages[index] : undefined} />
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

const issuesOf = ({ state }: FormEdit) =>
  state.issues.map(({ path, message }) => ({ ...splitPath(path), message }));

interface EditFieldsProps {
  readonly edit: FormEdit;
  readonly part: string;
  readonly children: ReactNode;
}

/** One part's fields, with paths in its value. Disabled while the part's file can't be read. */
export const EditFields = ({ edit, part, children }: EditFieldsProps) => {
  const editTarget = partOf(edit.name, part);
  const { file, title } = editTarget;
  const readOnly = isReadOnly(editTarget, useFileProblems());
  return (
    <FieldScope name={part} issues={issuesOf(edit).filter((issue) => issue.part === part)}>
      <TargetProblems editTarget={editTarget} />
      <fieldset
        role="presentation"
        className={classNames('stack-7', styles.fields)}
        disabled={readOnly}
      >
        {file !== undefined && postIdOf(file) === undefined && (
          <div className={styles.history}>
            <Slot name="fileHistory" path={file} of={title} />
          </div>
        )}
        {children}
      </fieldset>
    </FieldScope>
  );
};

export interface ContentFormProps {
  readonly stored: LoadedEditableContent;
  readonly source: FormSource;
}

interface EditFormProps {
  readonly edit: FormEdit;
  readonly source: FormSource;
  /** The form's fields. Each part's fields are inside an `EditFields`. */
  readonly children: ReactNode;
  readonly saveLabel?: string;
  /** A hint to show before saving; it doesn't prevent saving. */
  readonly advice?: EditNotice | false;
  readonly notice?: EditNotice | false;
  readonly actions?: ReactNode;
  readonly onSave?: (by: 'button' | 'keys') => void;
}

/**
 * Saves the parts that have changed, or all if none has, by one commit; none if one is invalid.
 * Asks before unsaved edits are left, offers them again after a crash, and resolves conflicts.
 */
export const EditForm = (props: EditFormProps) => {
  const { edit, source, children, saveLabel = 'Save changes', actions, onSave } = props;
  const { advice = false, notice = false } = props;
  const element = useRef<HTMLFormElement>(null);
  const { state, savedAt, storesDrafts, removed } = edit;
  const unsaved = isUnsaved(state);
  const savedBy = useRef<'button' | 'keys'>('button');
  useSaveShortcut(element, () => {
    savedBy.current = 'keys';
    element.current?.requestSubmit();
    savedBy.current = 'button';
  });
  useUnsaved(unsaved && (storesDrafts ? DRAFTS_STAY : DRAFTS_ARE_LOST));
  useContentPolling(unsaved);

  const { isSaving, submit, update, resolve } = useSave(edit, source);
  const changedSince: EditNotice = {
    message: CHANGED_SINCE,
    action: { label: 'Apply the change', run: update },
  };
  const notices = [
    notice || [],
    removed === undefined ? [] : { message: removed },
    removed === undefined && isOutdated(state) ? changedSince : [],
  ].flat();
  const issues = issuesOf(edit);
  const conflicted = [...groupBy(openConflicts(edit), ({ part }) => part)];
  const isSilent = state.phase.name === 'idle';
  const saved = savedAt === undefined ? undefined : `Saved ${timeOfChange(savedAt)}`;
  const summary = unsaved ? 'Unsaved changes' : saved;
  return (
    <>
      <Form
        ref={element}
        className={classNames('stack-7', styles.form)}
        issues={issues.map(({ part, path, message }) => ({
          path: scopedPath(part, path),
          message,
        }))}
        rejections={state.rejections}
        onSubmit={() => {
          onSave?.(savedBy.current);
          submit();
        }}
      >
        <DraftNotice edit={edit} />
        {children}
        {/* Stays in view at the bottom of the window, unless it has nothing to say or to offer. */}
        <div
          ref={measureBar}
          className={classNames('line', styles.bar)}
          data-idle={
            isSilent && summary === undefined && notices.length === 0 && actions === undefined
          }
        >
          {/* Announces changes made elsewhere, without taking the focus. */}
          <div role="status" className={styles.notices}>
            {notices.map((notice) => (
              <p key={notice.message} className="status">
                <NoticeText {...notice} />
              </p>
            ))}
          </div>
          <Button variant="primary" type="submit" pending={isSaving}>
            {saveLabel}
          </Button>
          {actions}
          {state.phase.name === 'failed' && (
            <Slot name="rejection" code={state.phase.code}>
              {edit.messages.map((message) => (
                <Problem key={message}>{message}</Problem>
              ))}
            </Slot>
          )}
          <SaveMessages edit={edit} onChoose={submit} />
          {isSilent && summary !== undefined && <p className="status">{summary}</p>}
          <p role="status" className="status">
            {advice && <NoticeText {...advice} />}
          </p>
          {state.phase.name === 'failed' && (
            <p className="status">
              {!navigator.onLine && 'You are offline. '}
              {storesDrafts && 'Your text is kept in this browser.'}
            </p>
          )}
          {unsaved && !storesDrafts && (
            <p className="status">
              This browser keeps no drafts: unsaved changes are lost when you close the page.
            </p>
          )}
        </div>
      </Form>
      {conflicted.length > 0 && (
        <ConflictDialog
          groups={conflicted.map(([part, all]) => {
            const { file, title } = partOf(edit.name, part);
            const field = edit.fields.fields[part];
            return {
              file,
              ...(conflicted.length > 1 && { title }),
              fieldNames: field ? labelsOf(field) : {},
              conflicts: all,
            };
          })}
          resolve={resolve}
          dismiss={() => edit.send({ type: 'dismissed' })}
        />
      )}
    </>
  );
};
