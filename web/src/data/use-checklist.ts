import type { ChecklistItem } from 'content-schema';
import { useEditableContent } from './editable-content.ts';
import { request } from './request.ts';
import { useLoaded } from './use-loaded.ts';

const CHECKLIST = 'GET /admin/checklist';

const NONE: readonly ChecklistItem[] = [];

/**
 * The administrator's checklist for the loaded content; undefined until it has loaded, and empty if
 * it can't be loaded. Loads in the background, so it doesn't open the sign-in dialog when the
 * session has ended.
 */
export const useChecklist = (): readonly ChecklistItem[] | undefined => {
  const { loaded } = useEditableContent();
  const key = loaded && [CHECKLIST, loaded.revision];
  const load = async () => (await request(CHECKLIST)).response.items;
  const { response, error } = useLoaded(key, load, 'The checklist could not be loaded');
  return response ?? (error === undefined ? undefined : NONE);
};
