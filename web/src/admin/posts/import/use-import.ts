import { SAVED_COMMIT_HEADER, failureMessages, importMessages } from 'content-schema';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useKeepSession, useOfferUndo } from '../../../data/keep-session.ts';
import { usePhotos } from '../../../data/photos.ts';
import { messageOf } from '../../../data/request.ts';
import { isCancelled } from '../../../data/send-form.ts';
import { readChosen, skippedText, type ChosenPost } from './chosen-files.ts';
import { combine, postElsewhere, type ImportResult } from './import-calls.ts';
import { rowsOf, type ImportRow, type Previews } from './import-rows.ts';
import { createImport, type ImportProgress, type ImportSession } from './import-session.ts';

export type ImportState =
  | { readonly state: 'idle' | 'reading' }
  | ({ readonly state: 'sending' } & ImportProgress)
  | ({ readonly state: 'done' | 'failed'; readonly message: string } & Omit<
      ImportResult,
      'count' | 'message'
    >);

export interface ImportHook {
  /** The chosen files; undefined before a choice and after the import. */
  readonly rows: readonly ImportRow[] | undefined;
  /** Says which files beside them are left out; may be empty. */
  readonly skipped: string;
  readonly status: ImportState;
  readonly choose: (files: readonly File[]) => Promise<void>;
  readonly leaveOut: (rows: readonly ImportRow[], isLeftOut: boolean) => void;
  readonly send: () => Promise<void>;
  /** Imports the posts that lie elsewhere in the repository. */
  readonly sendElsewhere: () => Promise<void>;
  /** Cancels a running import, and clears the result of the last one. */
  readonly cancel: () => void;
}

const NO_PREVIEWS: Previews = new Map();

const NOTHING = combine([]);

/** What an import has added so far. Many files make several commits, which are undone together. */
const NOTHING_ADDED = { commits: [] as readonly string[], count: 0 };

/**
 * Imports Markdown files as posts, with their pictures.
 *
 * @param onImported called whenever there may be new posts.
 */
export const useImport = (onImported: () => void): ImportHook => {
  const keepSession = useKeepSession();
  const offerUndo = useOfferUndo();
  const { stage, reload: reloadPhotos } = usePhotos(false);
  const [status, setStatus] = useState<ImportState>({ state: 'idle' });
  const [session, setSession] = useState<ImportSession>();
  const [previews, setPreviews] = useState(NO_PREVIEWS);
  const [leftOut, setLeftOut] = useState<ReadonlySet<ChosenPost>>(new Set());
  const controller = useRef(new AbortController());
  const added = useRef(NOTHING_ADDED);

  const rows = useMemo(
    () => session && rowsOf(session.chosen, previews, leftOut),
    [session, previews, leftOut],
  );

  useEffect(() => {
    if (!session) return;
    let isShown = true;
    const show = (result: Previews) => {
      if (isShown) setPreviews(result);
    };
    // If the preview fails, sending asks for it again and reports the failure.
    session.previews(keepSession).then(show, () => undefined);
    return () => {
      isShown = false;
    };
  }, [session, keepSession]);

  const begin = (state: ImportState): AbortController => {
    controller.current.abort();
    controller.current = new AbortController();
    setStatus(state);
    return controller.current;
  };

  const drop = () => {
    added.current = NOTHING_ADDED;
    setSession(undefined);
    setPreviews(NO_PREVIEWS);
    setLeftOut(new Set());
  };

  const choose = async (files: readonly File[]) => {
    const { signal } = begin({ state: 'reading' });
    drop();
    const chosen = await readChosen(files);
    if (signal.aborted) return;
    if (chosen.posts.length > 0) {
      setSession(createImport(chosen));
      setStatus({ state: 'idle' });
    } else {
      const skipped = skippedText(chosen.skipped);
      const message = [importMessages.noPosts, skipped].filter(Boolean).join('. ');
      setStatus({ state: 'failed', message, ...NOTHING });
    }
  };

  const leaveOut = (changed: readonly ImportRow[], isLeftOut: boolean) =>
    setLeftOut((before) => {
      const after = new Set(before);
      for (const { chosen } of changed) {
        if (isLeftOut) after.add(chosen);
        else after.delete(chosen);
      }
      return after;
    });

  const onResponse = (response: Response, { count }: ImportResult) => {
    const commit = response.headers.get(SAVED_COMMIT_HEADER) ?? [];
    const commits = added.current.commits.concat(commit);
    const total = added.current.count + count;
    added.current = { commits, count: total };
    offerUndo(commits, { text: `${total === 1 ? '1 post' : `${total} posts`} added` });
    if (count > 0) onImported();
    reloadPhotos();
  };

  const showResult = ({ count, message, ...result }: ImportResult) => {
    if (count > 0 || message === undefined) {
      drop();
      setStatus({ state: 'done', message: importMessages.imported(count), ...result });
    } else setStatus({ state: 'failed', message, ...result });
  };

  const showFailure = (error: unknown, result: ImportResult) =>
    setStatus({ state: 'failed', ...result, message: messageOf(error, failureMessages.upload) });

  const send = async () => {
    if (!session) return;
    const sending = begin({ state: 'sending', images: 0, files: 0, sent: 0 });
    const { signal } = sending;
    try {
      const result = await session.send(await session.previews(keepSession), leftOut, {
        call: keepSession,
        stage,
        signal,
        onProgress: (progress) => setStatus({ state: 'sending', ...progress }),
        onResponse,
      });
      showResult(result);
    } catch (error) {
      if (isCancelled(error)) return;
      // Cancels uploads of other pictures.
      sending.abort();
      showFailure(error, session.result());
    }
  };

  const sendElsewhere = async () => {
    const { signal } = begin({ state: 'sending', images: 0, files: 0, sent: 0 });
    drop();
    try {
      const { result, response } = await keepSession(() => postElsewhere(signal));
      onResponse(response, result);
      showResult(result);
    } catch (error) {
      if (!isCancelled(error)) showFailure(error, NOTHING);
    }
  };

  const cancel = () => {
    begin({ state: 'idle' });
    drop();
    // A request that failed may have been imported nevertheless.
    onImported();
  };

  const skipped = skippedText(session?.chosen.skipped ?? []);
  return { rows, skipped, status, choose, leaveOut, send, sendElsewhere, cancel };
};
