import type { ChecklistItem } from 'content-schema';
import useSWR from 'swr';
import { useEditableContent } from './editable-content.ts';
import { useRequest } from './keep-session.ts';

const CHECKLIST = 'GET /admin/checklist';
const NONE: readonly ChecklistItem[] = [];

/** What is left to do, as of the content that is loaded; nothing where the API doesn't know. */
export const useChecklist = (): readonly ChecklistItem[] => {
  const request = useRequest();
  const { loaded } = useEditableContent();
  const revision = loaded?.revision;
  const { data } = useSWR<readonly ChecklistItem[], unknown>(
    revision === undefined ? null : [CHECKLIST, revision],
    async () => (await request(CHECKLIST)).answer.items,
    { keepPreviousData: true },
  );
  return data ?? NONE;
};
