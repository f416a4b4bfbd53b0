import { useEffect, useEffectEvent, useRef, type ReactNode, type RefObject } from 'react';
import { useContentPolling } from '../../data/poll-content.ts';
import { Button } from '../../ui/button.tsx';
import { FieldScope, Form, scopedPath } from '../../ui/form/form.tsx';
import { Problem, Status } from '../../ui/messages.tsx';
import { ConflictDialog } from './conflict-dialog.tsx';
import { DraftNotice } from './draft-notice.tsx';
import { classNames } from '../../ui/class-names.ts';
import styles from './edit-form.module.css';
import { isReadOnly, SubjectProblems, useFileProblems } from './file-problems.tsx';
import type { EditNotice, FormPart } from './form-part.ts';
import { InNote } from '../layout/action.tsx';
import { HistoryLink } from '../layout/history-link.tsx';
import { useUnsaved } from './leave-guard.tsx';
import { isPostSubject, subjectOf } from './subjects.ts';

const isSaveShortcut = (event: KeyboardEvent): boolean =>
  event.key.toLowerCase() === 's' && (event.ctrlKey || event.metaKey) && !event.altKey;

/** Saves on Ctrl+S or Cmd+S, unless the focus is in another form or a dialog is open. */
const useSaveShortcut = (form: RefObject<HTMLFormElement | null>, onPress: () => void): void => {
  const save = useEffectEvent(onPress);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!isSaveShortcut(event)) return;
      event.preventDefault();
      const focused = document.activeElement?.closest('form') ?? form.current;
      const inDialog = document.querySelector('dialog[open]') !== null;
      if (focused === form.current && !inDialog && !event.repeat) save();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [form]);
};

/** The state of saving one part, or the reason why it failed. */
const PartStatus = ({ part: { status, save } }: { readonly part: FormPart }) => (
  <>
    {(status.state === 'error' || status.state === 'undecided') && (
      <Problem>
        {status.message}{' '}
        {status.state === 'undecided' && (
          <Button look="plainStrong" onClick={save}>
            Choose
          </Button>
        )}
      </Problem>
    )}
    <Status message={status.state === 'saving' ? status.message : undefined} />
    <InNote>
      <Status message={status.state === 'saved' ? status.message : undefined} tone="ok" />
    </InNote>
  </>
);

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

const DRAFTS_STAY = 'They stay in this browser and are offered when you come back.';
const DRAFTS_ARE_LOST = 'This browser keeps no drafts: they are lost when you leave.';

const NoticeText = ({ message, action }: EditNotice) => (
  <>
    {message}{' '}
    {action && (
      <Button look="plain" onClick={action.run}>
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
  const problems = useFileProblems();
  const readOnly = isReadOnly(part.name, problems);
  const { file, title } = subjectOf(part.name);
  return (
    <FieldScope name={part.name} issues={part.issues}>
      <SubjectProblems name={part.name} problems={problems} />
      <fieldset
        role="presentation"
        className={classNames('stack-7', styles.fields)}
        disabled={readOnly}
      >
        {file !== undefined && (
          <div className={styles.history}>
            <HistoryLink path={file} of={isPostSubject(part.name) ? 'this post' : title} isShort />
          </div>
        )}
        {children}
      </fieldset>
    </FieldScope>
  );
};

/** Asks the administrator to resolve a part's conflict. */
const PartConflict = ({ part }: { readonly part: FormPart | undefined }) => {
  const conflict = part?.conflict;
  const group = part &&
    conflict && {
      file: subjectOf(part.name).file,
      fieldNames: part.fieldNames,
      conflicts: conflict.conflicts,
    };
  return (
    <ConflictDialog
      groups={group ? [group] : []}
      resolve={(decide) => conflict?.resolve(decide)}
      dismiss={() => conflict?.dismiss()}
    />
  );
};

const CLOCK = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

interface EditFormProps {
  /** The edited values. Each is saved by a request of its own. */
  readonly parts: readonly FormPart[];
  /** The form's fields. Each part's fields are inside an `EditFields`. */
  readonly children: ReactNode;
  /** The label of the save button. */
  readonly saveLabel?: string;
  /** A hint to show before saving; it doesn't prevent saving. */
  readonly advice?: EditNotice | false;
  /** A notice about a change elsewhere, in addition to those of the parts. */
  readonly notice?: EditNotice | false;
  /** More buttons beside the save button. */
  readonly actions?: ReactNode;
  /** Called on each attempt to save, with its trigger. */
  readonly onSave?: (by: 'button' | 'keys') => void;
}

/**
 * The form around one or more edits of `useEdit`. The save button, and Ctrl+S or Cmd+S, save the
 * parts that have changed, or all parts if none has. If one of them is invalid, none is saved. The
 * form asks before unsaved edits are left, offers them again after a crash, and resolves conflicts
 * in place.
 */
export const EditForm = (props: EditFormProps) => {
  const { parts, children, saveLabel = 'Save changes', actions, onSave } = props;
  const { advice = false, notice = false } = props;
  const element = useRef<HTMLFormElement>(null);
  const unsaved = parts.filter((part) => part.unsaved);
  const keepsDrafts = parts.every((part) => part.keepsDrafts);
  const savedBy = useRef<'button' | 'keys'>('button');
  useSaveShortcut(element, () => {
    savedBy.current = 'keys';
    element.current?.requestSubmit();
    savedBy.current = 'button';
  });
  useUnsaved(unsaved.length > 0 && (keepsDrafts ? DRAFTS_STAY : DRAFTS_ARE_LOST));
  useContentPolling(unsaved.length > 0);

  const problems = useFileProblems();
  const submit = () => {
    onSave?.(savedBy.current);
    const editable = parts.filter(({ name }) => !isReadOnly(name, problems));
    const chosen = [unsaved, editable].find((some) => some.length > 0) ?? parts;
    const refused = chosen.filter((part) => !part.check());
    if (refused.length === 0) for (const part of chosen) part.save();
  };

  const issues = parts.flatMap(({ name, issues: own }) =>
    own.map(({ path, message }) => ({ path: scopedPath(name, path), message })),
  );
  const refusals = parts.reduce((count, part) => count + part.refusals, 0);
  const notices = [...(notice ? [notice] : []), ...parts.flatMap((part) => part.notice ?? [])];
  const savedAt = parts.flatMap((part) => part.savedAt ?? []).toSorted((a, b) => b - a)[0];
  const isSilent = parts.every(({ status }) => status.state === 'idle');
  return (
    <>
      <Form
        ref={element}
        className={classNames('stack-7', styles.form)}
        issues={issues}
        refusals={refusals}
        onSubmit={submit}
      >
        <DraftNotice parts={parts} />
        {children}
        {/* Stays in view at the bottom of the window, unless it has nothing to say or to offer. */}
        <div
          ref={measureBar}
          className={styles.bar}
          data-idle={
            isSilent &&
            unsaved.length === 0 &&
            savedAt === undefined &&
            notices.length === 0 &&
            actions === undefined
          }
        >
          <Notices notices={notices} />
          <Button
            look="primary"
            type="submit"
            pending={parts.some(({ status }) => status.state === 'saving')}
          >
            {saveLabel}
          </Button>
          {actions}
          {parts.map((part) => (
            <PartStatus key={part.name} part={part} />
          ))}
          {isSilent && unsaved.length > 0 && <p className="status">Unsaved changes</p>}
          {isSilent && unsaved.length === 0 && savedAt !== undefined && (
            <p className="status">Saved {CLOCK.format(savedAt)}</p>
          )}
          <p role="status" className="status">
            {advice && <NoticeText {...advice} />}
          </p>
          {parts.some(({ status }) => status.state === 'error') && (
            <p className="status">
              {!navigator.onLine && 'You are offline. '}
              {keepsDrafts && 'Your text is kept in this browser.'}
            </p>
          )}
          {unsaved.length > 0 && !keepsDrafts && (
            <p className="status">
              This browser keeps no drafts: unsaved changes are lost when you close the page.
            </p>
          )}
        </div>
      </Form>
      <PartConflict part={parts.find(({ conflict }) => conflict !== undefined)} />
    </>
  );
};
