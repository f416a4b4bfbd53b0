import type { ChecklistItem } from 'content-schema';
import useSWR from 'swr';
import { useEditableContent } from './editable-content.ts';
import { request } from './request.ts';

const CHECKLIST = 'GET /admin/checklist';
export const isChecklistKey = (key: unknown): boolean => Array.isArray(key) && key[0] === CHECKLIST;

const NONE: readonly ChecklistItem[] = [];

/**
 * The administrator's checklist for the loaded content; undefined until it has loaded, and empty if
 * the API offers none. Loads in the background, so it doesn't open the sign-in dialog when the session has ended.
 */
export const useChecklist = (): readonly ChecklistItem[] | undefined => {
  const { loaded } = useEditableContent();
  const revision = loaded?.revision;
  const { data, error } = useSWR<readonly ChecklistItem[], unknown>(
    revision === undefined ? null : [CHECKLIST, revision],
    async () => (await request(CHECKLIST)).answer.items,
    { keepPreviousData: true },
  );
  const isOffered = error === undefined && !(loaded && revision === undefined);
  return data ?? (isOffered ? undefined : NONE);
};
