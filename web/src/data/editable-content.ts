import { failureMessages, type ContentHeadingsResponse, type SiteShell } from 'content-schema';
import useSWR, { useSWRConfig } from 'swr';
import { forgetPublicContent } from './content.ts';
import { useOfferUndo, useRequest } from './keep-session.ts';
import { EDITABLE_CONTENT, partOf, withPart, type LoadedContent } from './loaded-content.ts';
import { messageOf, request as requestOnce, type Saved, type Versioned } from './request.ts';
import { withoutHtml, type WithoutHtml } from './without-html.ts';

interface Removed {
  /** The message to show when the entity was deleted meanwhile. Saving it again restores it. */
  readonly removed?: string;
}

/** An entity as the server has it now. */
interface Latest<Value> extends Versioned<Value>, Removed {}

/** Loads and saves one entity for its edit form. */
export interface EditSource<Value> extends Removed {
  /** The stored value that was loaded last. */
  readonly stored: Versioned<Value>;
  /** Loads the value that is stored now. Rejects as `request` does. */
  readonly latest: () => Promise<Latest<Value>>;
  /**
   * Saves `value`, which was edited from the value stored at the commit `revision`. Resolves to the
   * stored value. Rejects as `request` does.
   */
  readonly save: (value: Value, revision: string) => Promise<Versioned<Value>>;
}

type Entity<Part extends keyof SiteShell> = WithoutHtml<SiteShell[Part]>;

/**
 * One source for each part of the content that has an edit form. The values have no derived HTML.
 */
export type EditSources = {
  readonly [Part in keyof SiteShell]: EditSource<Entity<Part>>;
};

const entityOf = <Part extends keyof SiteShell>({
  answer,
  revision,
}: Versioned<SiteShell[Part]>): Versioned<Entity<Part>> => ({
  answer: withoutHtml(answer),
  revision,
});

/** What a save did, in the offer to undo it. */
const SAVED: Readonly<Record<keyof SiteShell, string>> = {
  site: 'Site metadata saved',
  profile: 'Profile saved',
  experiences: 'Experiences saved',
  sections: 'Section copy saved',
};

/** Reloads on focus are at least this far apart. */
const FOCUS_CHECK_MS = 2000;

interface EditableContent {
  /** Everything but the texts of posts, for the administrator; undefined until it has loaded. */
  readonly loaded: LoadedContent<ContentHeadingsResponse> | undefined;
  readonly sources: EditSources | undefined;
  readonly error: string | undefined;
  readonly reload: () => void;
  /** Loads the content that is stored now. Rejects as `request` does, as do the functions below. */
  readonly latest: () => Promise<LoadedContent<ContentHeadingsResponse>>;
  /** Replaces all content by the default content. */
  readonly restoreDefaults: () => Promise<void>;
}

/** Loads the administrator's view of the content, and saves its parts. */
export const useEditableContent = (): EditableContent => {
  const { mutate, cache } = useSWRConfig();
  const request = useRequest();
  const offerUndo = useOfferUndo();

  const known = () =>
    cache.get(EDITABLE_CONTENT)?.data as LoadedContent<ContentHeadingsResponse> | undefined;

  const loadWith = async (
    call: typeof request,
  ): Promise<LoadedContent<ContentHeadingsResponse>> => {
    const { answer, revision } = await call(EDITABLE_CONTENT, { revision: known()?.revision });
    const unchanged = known();
    if (!answer && unchanged) return unchanged;
    if (!answer) throw new TypeError('The answer has no content');
    return { answer, revision };
  };
  const load = () => loadWith(request);
  const content = useSWR<LoadedContent<ContentHeadingsResponse>, unknown>(
    EDITABLE_CONTENT,
    // A reload on focus doesn't open the sign-in dialog.
    () => (known() === undefined ? load() : loadWith(requestOnce)),
    // So that an open form notices changes made elsewhere. The answer is usually 204.
    { revalidateOnFocus: true, focusThrottleInterval: FOCUS_CHECK_MS },
  );

  const sourceOf = <Part extends keyof SiteShell>(
    stored: LoadedContent<ContentHeadingsResponse>,
    part: Part,
  ): EditSource<Entity<Part>> => ({
    stored: entityOf<Part>(partOf(stored, part)),
    latest: async () => entityOf<Part>(partOf(await load(), part)),
    save: async (body, revision) => {
      const saved = await request(`PUT /${part}`, { body, revision });
      const answered = saved as Saved<SiteShell[Part]>;
      offerUndo(saved.commit, { text: SAVED[part] });
      await mutate(EDITABLE_CONTENT, withPart(part, answered), { revalidate: false });
      await forgetPublicContent();
      // The save may have repaired an unreadable file, such as the logo's.
      if (stored.answer.problems?.length) void mutate(EDITABLE_CONTENT);
      return entityOf<Part>(answered);
    },
  });

  const restoreDefaults = async () => {
    const restored = await request('POST /reset');
    offerUndo(restored.commit, { text: 'The sample content is back' });
    await mutate(EDITABLE_CONTENT, restored, { revalidate: false });
    await forgetPublicContent();
  };

  const { data: loaded, error } = content;
  return {
    loaded,
    sources: loaded && {
      site: sourceOf(loaded, 'site'),
      profile: sourceOf(loaded, 'profile'),
      experiences: sourceOf(loaded, 'experiences'),
      sections: sourceOf(loaded, 'sections'),
    },
    error: error === undefined ? undefined : messageOf(error, failureMessages.loadContent),
    reload: () => void content.mutate(),
    latest: load,
    restoreDefaults,
  };
};
