import type { ChecklistItem } from 'content-schema';
import useSWR from 'swr';
import { useEditableContent } from './editable-content.ts';
import { request } from './request.ts';

const CHECKLIST = 'GET /admin/checklist';
export const isChecklistKey = (key: unknown): boolean => Array.isArray(key) && key[0] === CHECKLIST;

const NONE: readonly ChecklistItem[] = [];

/**
 * The administrator's checklist for the loaded content; undefined until it has loaded, and empty if
 * it can't be loaded. Loads in the background, so it doesn't open the sign-in dialog when the
 * session has ended.
 */
export const useChecklist = (): readonly ChecklistItem[] | undefined => {
  const { loaded } = useEditableContent();
  const { data, error } = useSWR<readonly ChecklistItem[], unknown>(
    loaded ? [CHECKLIST, loaded.revision] : null,
    async () => (await request(CHECKLIST)).response.items,
    { keepPreviousData: true },
  );
  return data ?? (error === undefined ? undefined : NONE);
};
