import { failureMessages, type ContentPatch, type SiteShell } from 'content-schema';
import useSWR, { useSWRConfig } from 'swr';
import { forgetPublicContent } from './content.ts';
import { useOfferUndo, useRequest } from './keep-session.ts';
import {
  EDITABLE_CONTENT,
  cachedContent,
  partOf,
  withSaved,
  type LoadedEditableContent,
} from './loaded-content.ts';
import { messageOf, request as requestOnce, type Versioned } from './request.ts';
import { sendParts } from './save-calls.ts';

interface Removed {
  /** The message to show when the entity was deleted meanwhile. Saving it again restores it. */
  readonly removed?: string;
}

/** An entity as the server has it now. */
interface Latest<Value> extends Versioned<Value>, Removed {}

/** The value that an edit form begins with. */
export interface StoredValue<Value> extends Removed {
  /** The stored value that was loaded last. */
  readonly stored: Versioned<Value>;
}

/** Loads and saves one value for its edit form. */
export interface EditSource<Value> extends StoredValue<Value> {
  /** Loads the value that is stored now. Rejects as `request` does. */
  readonly latest: () => Promise<Latest<Value>>;
  /**
   * Saves `value`, which was edited from the value stored at the commit `revision`. Resolves to the
   * stored value. Rejects as `request` does.
   */
  readonly save: (value: Value, revision: string) => Promise<Versioned<Value>>;
  /** Calls `send` with the patch that would save `value`. Rejects as `send` does. */
  readonly propose: <Result>(
    value: Value,
    send: (patch: ContentPatch) => Promise<Result>,
  ) => Promise<Result>;
}

/** The values of a form's parts, by their names. */
type PartValues = Readonly<Record<string, unknown>>;

/** Loads and saves the parts of a form together. */
export interface PartsSource extends Pick<EditSource<PartValues>, 'save' | 'propose'> {
  /** Loads the stored values of the parts with these names. */
  readonly latest: (names: readonly string[]) => Promise<Latest<PartValues>>;
}

/** The source of a form with a single part, whose name may change while it is saved. */
export const sourceOfOne = <Value>({
  latest,
  save,
  propose,
}: Pick<EditSource<Value>, 'latest' | 'save' | 'propose'>): PartsSource => ({
  latest: async ([name = '']) => {
    const { response, ...rest } = await latest();
    return { response: { [name]: response }, ...rest };
  },
  save: async (values, revision) => {
    const [[name, value] = ['']] = Object.entries(values);
    const { response, ...rest } = await save(value as Value, revision);
    return { response: { [name]: response }, ...rest };
  },
  propose: (values, send) => propose(Object.values(values)[0] as Value, send),
});

/** The parts of the content that have an edit form. */
export interface EditableParts extends PartsSource {
  readonly stored: { readonly [Part in keyof SiteShell]: StoredValue<SiteShell[Part]> };
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

/** Loads the administrator's view of the content, and saves its parts. */
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

  const save: PartsSource['save'] = async (values, revision) => {
    const saved = await sendParts(request, values, revision);
    const acts = Object.entries(SAVED).filter(([part]) => part in values);
    offerUndo(saved.commit, { text: acts.map(([, text]) => text).join(', ') });
    await mutate(
      EDITABLE_CONTENT,
      withSaved(saved, () => saved.response),
      { revalidate: false },
    );
    await forgetPublicContent();
    // The save may have repaired an unreadable file, such as the logo's.
    if (cached()?.response.problems?.length) void mutate(EDITABLE_CONTENT);
    return { response: { ...saved.response }, revision: saved.revision };
  };

  const restoreDefaults = async () => {
    const restored = await request('POST /reset');
    offerUndo(restored.commit, { text: 'The sample content is back' });
    await mutate(EDITABLE_CONTENT, restored, { revalidate: false });
    await forgetPublicContent();
  };

  const { data: loaded, error } = content;
  const parts: EditableParts | undefined = loaded && {
    stored: {
      site: { stored: partOf(loaded, 'site') },
      profile: { stored: partOf(loaded, 'profile') },
      experiences: { stored: partOf(loaded, 'experiences') },
      sections: { stored: partOf(loaded, 'sections') },
    },
    latest: async () => {
      const { response, revision } = await load();
      return { response: { ...response }, revision };
    },
    save,
    propose: (values, send) => send(values),
  };
  return {
    /** Everything but the texts of posts, for the administrator; undefined until it has loaded. */
    loaded,
    parts,
    error: error === undefined ? undefined : messageOf(error, failureMessages.loadContent),
    reload: () => void content.mutate(),
    /** Loads the content that is stored now. Rejects as `request` does. */
    latest: load,
    /** Rejects as `request` does. */
    restoreDefaults,
  };
};
