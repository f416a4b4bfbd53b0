import { failureMessages, type SiteShell } from 'content-schema';
import useSWR, { useSWRConfig } from 'swr';
import { forgetPublicContent } from './content.ts';
import { useOfferUndo, useRequest, type Act } from './keep-session.ts';
import {
  EDITABLE_CONTENT,
  cachedContent,
  isNext,
  withSaved,
  type LoadedEditableContent,
  type SavedChange,
} from './loaded-content.ts';
import { PHOTOS } from './photos.ts';
import { messageOf, request as requestOnce, type Saved, type Versioned } from './request.ts';
import { sendParts } from './save-calls.ts';

/** A value as it is stored now. */
export interface Latest<Value> extends Versioned<Value> {
  /** The message to show when the entity was deleted meanwhile. Saving it again restores it. */
  readonly removed?: string;
}

/** Loads and saves the parts of a form together. Both reject as `request` does. */
export interface FormSource {
  /** Loads the values of all parts that are stored now. */
  readonly latest: () => Promise<Latest<object>>;
  /** Saves values that were edited from those at the commit `revision`. Resolves to the stored. */
  readonly save: (
    values: Readonly<Record<string, unknown>>,
    revision: string,
  ) => Promise<Versioned<object> & Pick<Saved<unknown>, 'previous'>>;
}

/** What a save did, in the offer to undo it. */
const SAVED: Readonly<Record<keyof SiteShell, string>> = {
  site: 'Site metadata saved',
  profile: 'Profile saved',
  experiences: 'Experiences saved',
  sections: 'Section copy saved',
};

/** Reloads on focus are at least this far apart. */
const FOCUS_CHECK_MS = 2000;

/** Loads the administrator's view of the content, and saves its parts. Rejects as `request` does. */
export const useEditableContent = () => {
  const { mutate, cache } = useSWRConfig();
  const request = useRequest();
  const offerUndo = useOfferUndo();

  const cached = () => cachedContent(cache);

  const loadWith = async (call: typeof request): Promise<LoadedEditableContent> => {
    const { response, revision } = await call(EDITABLE_CONTENT, { revision: cached()?.revision });
    const unchanged = cached();
    if (!response && unchanged) return unchanged;
    if (!response) throw new TypeError('The response has no content');
    return { response, revision };
  };
  const load = () => loadWith(request);
  const content = useSWR<LoadedEditableContent, unknown>(
    EDITABLE_CONTENT,
    // A reload on focus doesn't open the sign-in dialog.
    () => (cached() === undefined ? load() : loadWith(requestOnce)),
    // So that an open form notices changes made elsewhere. The response is usually 204.
    { revalidateOnFocus: true, focusThrottleInterval: FOCUS_CHECK_MS },
  );

  /** Updates the loaded content after a save, and offers to undo that. */
  const applySave = async (saved: Saved<unknown>, act: Act, change: SavedChange) => {
    offerUndo(saved.commit, act);
    const before = cached();
    await mutate(EDITABLE_CONTENT, before && withSaved(before, saved, change), {
      revalidate: false,
    });
    await forgetPublicContent();
    // A text may use photos, or give them their first alternative text.
    void mutate(PHOTOS, undefined);
    // There may be unknown commits before the save, and the save may have repaired a file.
    if (!before || !isNext(before, saved)) void mutate(EDITABLE_CONTENT);
  };

  const save: FormSource['save'] = async (values, revision) => {
    const saved = await sendParts(request, values, revision);
    const acts = Object.entries(SAVED).filter(([part]) => part in values);
    const act = { text: acts.map(([, text]) => text).join(', ') };
    // Otherwise the loaded parts stay what they are at their revision, from which forms merge.
    await applySave(saved, act, (_, next) => (next ? saved.response : {}));
    return saved;
  };

  const restoreDefaults = async () => {
    const restored = await request('POST /reset');
    offerUndo(restored.commit, { text: 'The sample content is back' });
    await mutate(EDITABLE_CONTENT, restored, { revalidate: false });
    await forgetPublicContent();
  };

  const { data: loaded, error } = content;
  return {
    /** Everything but the texts of posts, for the administrator; undefined until it has loaded. */
    loaded,
    source: { latest: load, save } satisfies FormSource,
    error: error === undefined ? undefined : messageOf(error, failureMessages.loadContent),
    reload: () => void content.mutate(),
    latest: load,
    applySave,
    restoreDefaults,
  };
};
