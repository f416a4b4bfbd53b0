import { failureMessages, type ContentHeadingsResponse, type SiteShell } from 'content-schema';
import useSWR, { useSWRConfig } from 'swr';
import { forgetPublicContent } from './content.ts';
import { useRequest } from './keep-session.ts';
import { EDITABLE_CONTENT, partOf, withPart, type LoadedContent } from './loaded-content.ts';
import { messageOf, request as requestOnce, type Answer, type Versioned } from './request.ts';
import { withoutHtml, type WithoutHtml } from './without-html.ts';

interface Removed {
  /** Set when it is no longer stored: what is shown of that. A further save restores it. */
  readonly removed?: string;
}

/** What is stored now. */
interface Latest<Value> extends Versioned<Value>, Removed {}

/** Where a value that is edited comes from, and where it goes. */
export interface EditSource<Value> extends Removed {
  /** What is stored, as far as it is known here. */
  readonly stored: Versioned<Value>;
  /** Asks the server what is stored now. Rejects as `request` does. */
  readonly latest: () => Promise<Latest<Value>>;
  /**
   * Stores `value`, which was edited from what was stored at the commit `revision`, and gives
   * what is stored then. Rejects as `request` does. A source that has to wait for a part of the
   * value calls `onCompleted` with the whole of it before it is sent.
   */
  readonly save: (
    value: Value,
    revision: string | undefined,
    onCompleted: (value: Value) => void,
  ) => Promise<Versioned<Value>>;
}

type Entity<Part extends keyof SiteShell> = WithoutHtml<SiteShell[Part]>;

/** The parts of the content that are edited each as a whole; derived HTML is no part of them. */
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

/** However often a page gets the focus, its content is checked no more often. */
const FOCUS_CHECK_MS = 2000;

interface EditableContent {
  /** All but the texts of posts, for the administrator; undefined until it has arrived. */
  readonly loaded: LoadedContent<ContentHeadingsResponse> | undefined;
  readonly sources: EditSources | undefined;
  readonly error: string | undefined;
  readonly reload: () => void;
  /** Asks the server what is stored now. Rejects as `request` does, like all that follow. */
  readonly latest: () => Promise<LoadedContent<ContentHeadingsResponse>>;
  /** Brings the default content back. */
  readonly restoreDefaults: () => Promise<void>;
}

/** The whole content, for the administrator, and its saves. */
export const useEditableContent = (): EditableContent => {
  const { mutate, cache } = useSWRConfig();
  const request = useRequest();

  const known = () =>
    cache.get(EDITABLE_CONTENT)?.data as LoadedContent<ContentHeadingsResponse> | undefined;

  const loadWith = async (
    call: typeof request,
  ): Promise<LoadedContent<ContentHeadingsResponse>> => {
    const { answer, revision } = await call(EDITABLE_CONTENT, { revision: known()?.revision });
    const unchanged = known();
    if (!answer && unchanged) return unchanged;
    if (!answer) throw new TypeError('The answer has no content');
    // An API without revisions may also ignore that headings were asked for, and answer with what
    // visitors see. Saved back, that would erase what is hidden.
    if (revision === undefined) await call('GET /auth/me');
    return { answer, revision };
  };
  const load = () => loadWith(request);
  const content = useSWR<LoadedContent<ContentHeadingsResponse>, unknown>(
    EDITABLE_CONTENT,
    // Who only comes back to the page is not asked to sign in.
    () => (known() === undefined ? load() : loadWith(requestOnce)),
    // A form that is open learns what happened elsewhere: mostly there is nothing new.
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
      const answered = saved as Answer<SiteShell[Part]>;
      await mutate(EDITABLE_CONTENT, withPart(part, answered), { revalidate: false });
      await forgetPublicContent();
      // The save may have mended a file, such as the logo's.
      if (stored.answer.problems?.length) void mutate(EDITABLE_CONTENT);
      return entityOf<Part>(answered);
    },
  });

  const restoreDefaults = async () => {
    const restored = await request('POST /reset');
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
