import { failureMessages, postIdOf, problemText, type Problem } from 'content-schema';
import { useId, type ReactNode } from 'react';
import { useEditableContent } from '../../../../data/editable-content.ts';
import { usePosts } from '../../../../data/posts.ts';
import { Slot } from '../../feature.tsx';
import { ActionButton } from '../../layout/action.tsx';
import type { EditTarget } from './targets.ts';

/** The problems of all content files, or of the file at a path. */
export const useFileProblems = (path?: string): readonly Problem[] => {
  const { loaded } = useEditableContent();
  return (loaded?.response.problems ?? []).filter(
    (problem) => path === undefined || problem.path === path,
  );
};

/** Whether the API refuses to save the target's file. */
export const isReadOnly = ({ file }: EditTarget, problems: readonly Problem[]): boolean =>
  problems.some(({ path, readOnly }) => readOnly && path === file);

/** Links to a file on GitHub, or to the file's history, where each version can be restored. */
const FileLink = ({ path, url }: Problem) => {
  if (url !== undefined) return <a href={url}>{path}</a>;
  return (
    <Slot name="fileHistory" path={path}>
      {path}
    </Slot>
  );
};

const REPAIR = { done: 'Front matter written properly', failed: failureMessages.savePosts };

const Problems = ({ problems }: { readonly problems: readonly Problem[] }) => {
  const { repair } = usePosts();
  return (
    <ul role="list" className="stack-2">
      {problems.map((problem, index) => (
        <li key={index}>
          <FileLink {...problem} />
          <span className="remark">
            {problemText(problem)}
            {problem.repairable && (
              <ActionButton act={() => repair(postIdOf(problem.path) ?? '')} words={REPAIR}>
                Write it properly
              </ActionButton>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
};

interface FileProblemsProps {
  readonly title: string;
  readonly problems: readonly Problem[];
  readonly children?: ReactNode;
}

const SHOWN_MAX = 5;

export const FileProblems = ({ title, problems, children }: FileProblemsProps) => {
  const titleId = useId();
  const others = problems.slice(SHOWN_MAX);
  if (problems.length === 0) return null;
  return (
    <section className="small stack-3 notice warning" aria-labelledby={titleId}>
      <h2 id={titleId} className="heading">
        {title}
      </h2>
      {children !== undefined && <p className="muted">{children}</p>}
      <Problems problems={problems.slice(0, SHOWN_MAX)} />
      {others.length > 0 && (
        <details className="stack-2">
          <summary className="summary">{others.length} more</summary>
          <Problems problems={others} />
        </details>
      )}
    </section>
  );
};

/** Shows the problems of a form's file and, if it is read-only, what to do about it. */
export const TargetProblems = ({ editTarget }: { readonly editTarget: EditTarget }) => {
  const { title, file = '' } = editTarget;
  const problems = useFileProblems(file);
  if (!isReadOnly(editTarget, problems))
    return <FileProblems title="Problems in this file" problems={problems} />;
  return (
    <FileProblems title={`${title} can’t be edited`} problems={problems}>
      The file can’t be read, so a save would lose what is in it.
      {postIdOf(file) === undefined &&
        ' The site keeps showing the last version that could be read.'}{' '}
      Correct the file, or{' '}
      <Slot name="fileHistory" path={file}>
        restore an earlier version
      </Slot>
      .
    </FileProblems>
  );
};
