import type { ChecklistItem, StoreResponse } from 'content-schema';
import { useEditableContent } from './editable-content.ts';
import { request } from './request.ts';
import { useLoaded, type Loaded } from './use-loaded.ts';

export const STORE = 'GET /admin/store';

/**
 * Where the content is stored and whether the store works, for the loaded content. Loads in the
 * background, so it doesn't open the sign-in dialog when the session has ended.
 */
export const useStoreState = (): Loaded<StoreResponse> => {
  const { loaded } = useEditableContent();
  return useLoaded(
    loaded && [STORE, loaded.revision],
    async () => (await request(STORE)).response,
    'The state of the content store could not be loaded',
  );
};

const CHECKLIST = 'GET /admin/checklist';

/** The checklist, loaded like the store's state; undefined until then, and empty after a failure. */
export const useChecklist = (): readonly ChecklistItem[] | undefined => {
  const { loaded } = useEditableContent();
  const key = loaded && [CHECKLIST, loaded.revision];
  const load = async () => (await request(CHECKLIST)).response.items;
  const { response, error } = useLoaded(key, load, 'The checklist could not be loaded');
  return response ?? (error === undefined ? undefined : []);
};
