import type { ChecklistItem } from 'content-schema';
import useSWR from 'swr';
import { useEditableContent } from './editable-content.ts';
import { request } from './request.ts';

const CHECKLIST = 'GET /admin/checklist';
const NONE: readonly ChecklistItem[] = [];

/**
 * What is left to do, as of the content that is loaded; nothing where the API doesn't know. It comes
 * unasked, so an ended session is no reason to ask for another.
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
