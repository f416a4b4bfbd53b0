import type { ChecklistItem } from 'content-schema';
import useSWR from 'swr';
import { useEditableContent } from './editable-content.ts';
import { request } from './request.ts';

const CHECKLIST = 'GET /admin/checklist';
export const isChecklistKey = (key: unknown): boolean => Array.isArray(key) && key[0] === CHECKLIST;

const NONE: readonly ChecklistItem[] = [];

/**
 * The administrator's checklist for the loaded content; empty where the API offers none. Loads in
 * the background, so it doesn't open the sign-in dialog when the session has ended.
 */
export const useChecklist = (): readonly ChecklistItem[] => {
  const { loaded } = useEditableContent();
  const revision = loaded?.revision;
  const { data } = useSWR<readonly ChecklistItem[], unknown>(
    revision === undefined ? null : [CHECKLIST, revision],
    async () => (await request(CHECKLIST)).answer.items,
    { keepPreviousData: true },
  );
  return data ?? NONE;
};
