import type { Issue } from 'content-schema';
import { toNewFile } from '../git-store/changes.ts';
import type { Changes, StoredBlob } from '../git-store/git-store.ts';
import { InvalidInput, rejectIssues } from '../reading/errors.ts';
import type { ContentSnapshot } from '../reading/snapshot.ts';
import { joinSummaries } from '../messages/commit-subject.ts';
import { editedContent, type Change, type Command } from './save-command.ts';

export interface SavePart {
  readonly path: string;
  readonly command: Command;
}

export const hasEffect = ({ tree }: ContentSnapshot, changes: Changes): boolean =>
  [...changes].some(
    ([path, content]) => tree.get(path)?.sha !== (content && toNewFile(content))?.sha,
  );

/** Saves several parts by one commit, or none. Throws `InvalidInput` with all their issues. */
export const saveParts =
  (parts: readonly SavePart[]): Command =>
  async (context) => {
    const { current } = context;
    const saved: Change[] = [];
    const changes = new Map<string, Uint8Array | StoredBlob | null>();
    const issues: Issue[] = [];
    for (const { path, command } of parts) {
      try {
        const change = await command(context);
        if (!hasEffect(change.isEdit ? editedContent(context) : current, change.changes)) continue;
        saved.push(change);
        for (const [file, content] of change.changes) changes.set(file, content);
      } catch (error) {
        if (error instanceof InvalidInput) {
          issues.push(
            ...error.issues.map((issue) => ({
              ...issue,
              path: [path, issue.path].filter(Boolean).join('.'),
            })),
          );
        } else throw error;
      }
    }
    rejectIssues(issues);
    const [first = { subject: 'Update content' }, ...rest] = saved;
    const { subject, kind } = joinSummaries(first, ...rest);
    return { subject, ...(kind && { kind }), changes, isEdit: true };
  };
