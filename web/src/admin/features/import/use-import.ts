import {
  failureMessages,
  importMessages,
  counted,
  readAddresses,
  type PostKind,
} from 'content-schema';
import { useMemo, useRef, useState } from 'react';
import { useKeepSession, useOfferUndo } from '../../../data/keep-session.ts';
import { usePhotos } from '../../../data/photos.ts';
import { messageOf } from '../../../data/request.ts';
import { isCancelled } from '../../../data/send-form.ts';
import { readChosen, skippedText, type ChosenPost } from './chosen-files.ts';
import { combine, type ImportResult, type Previews } from './import-calls.ts';
import { oldAddressesOf } from './old-addresses.ts';
import { rowsOf, type ImportRow } from './import-rows.ts';
import { createImport, type ImportProgress, type ImportSession } from './import-session.ts';
import { remotePictures } from './remote-pictures.ts';

export type ImportState =
  | { readonly state: 'idle' | 'reading' }
  | ({ readonly state: 'sending' } & ImportProgress)
  | ({ readonly state: 'done' | 'failed'; readonly message: string } & Omit<
      ImportResult,
      'count' | 'message'
    >);

const NO_PREVIEWS: Previews = new Map();

const NOTHING = combine([]);
const NONE: ReadonlySet<ChosenPost> = new Set();
const NO_ADDRESSES: ReadonlyMap<string, string> = new Map();
/** The addresses of the old site, and what the owner says of them. */
const NOTHING_OLD = { list: NO_ADDRESSES, choices: NO_ADDRESSES, usesGuesses: false, problem: '' };

const SENDING: ImportState = { state: 'sending', images: 0, files: 0, sent: 0 };

/** Imports Markdown files with their images. Calls `onImported` whenever there may be new posts. */
export const useImport = (onImported: () => void) => {
  const keepSession = useKeepSession();
  const offerUndo = useOfferUndo();
  const { stage, reload: reloadPhotos } = usePhotos(false);
  const [status, setStatus] = useState<ImportState>({ state: 'idle' });
  const [session, setSession] = useState<ImportSession>();
  const [previews, setPreviews] = useState(NO_PREVIEWS);
  const [leftOut, setLeftOut] = useState<ReadonlySet<ChosenPost>>(new Set());
  const controller = useRef(new AbortController());

  const [isFetching, setFetching] = useState(false);
  const [old, setOld] = useState(NOTHING_OLD);
  const { list, choices, usesGuesses } = old;

  const addresses = useMemo(
    () =>
      session && previews.size > 0
        ? oldAddressesOf(session.chosen, previews, list, choices)
        : undefined,
    [session, previews, list, choices],
  );
  const remote = useMemo(() => {
    const shown = [...previews].flatMap(([post, preview]) =>
      'post' in preview && !leftOut.has(post) ? preview : [],
    );
    return remotePictures(shown, session?.chosen.hosts);
  }, [session, previews, leftOut]);
  const fetched = isFetching ? remote : undefined;
  // Leaving out a file must not resolve the links of all.
  const all = useMemo(
    () =>
      session &&
      rowsOf(session.chosen, previews, NONE, { addresses, usesGuesses, remote: fetched }),
    [session, previews, addresses, usesGuesses, fetched],
  );
  const rows = useMemo(
    () => all?.map((row) => ({ ...row, isLeftOut: leftOut.has(row.chosen) })),
    [all, leftOut],
  );

  const begin = (state: ImportState): AbortSignal => {
    controller.current.abort();
    controller.current = new AbortController();
    setStatus(state);
    return controller.current.signal;
  };

  const drop = () => {
    setSession(undefined);
    setPreviews(NO_PREVIEWS);
    setLeftOut(NONE);
    setFetching(false);
    setOld(NOTHING_OLD);
  };

  /** Adds the addresses of the old site, or says why not. */
  const addLists = (texts: readonly string[]) => {
    try {
      const read = readAddresses(texts);
      setOld((before) => ({ ...before, list: new Map([...before.list, ...read]), problem: '' }));
    } catch (error) {
      const problem = error instanceof Error ? error.message : failureMessages.upload;
      setOld((before) => ({ ...before, problem }));
    }
  };

  // Many files make several commits, which are undone together.
  const onResponse = ({ count, commits }: ImportResult) => {
    offerUndo(commits, { text: `${counted(count, 'post')} added` });
    if (count > 0) onImported();
    reloadPhotos();
  };

  const choose = async (files: readonly File[]) => {
    const signal = begin({ state: 'reading' });
    drop();
    const chosen = await readChosen(files).catch(() => undefined);
    if (signal.aborted) return;
    if (!chosen) {
      // Code that reads an export may fail to load.
      setStatus({ state: 'failed', ...NOTHING, message: failureMessages.upload });
      return;
    }
    if (chosen.posts.length === 0) {
      const skipped = skippedText(chosen);
      const message = [importMessages.noPosts, skipped].filter(Boolean).join('. ');
      setStatus({ state: 'failed', ...NOTHING, message });
      return;
    }
    const begun = createImport(chosen, { call: keepSession, stage, onResponse });
    setSession(begun);
    addLists(chosen.addressLists ?? []);
    setLeftOut(new Set(chosen.posts.filter(({ isOptional }) => isOptional)));
    setStatus({ state: 'idle' });
    // If the preview fails, sending asks for it again and reports the failure.
    const loaded = await begun.preview().catch(() => NO_PREVIEWS);
    if (controller.current.signal === signal) setPreviews(loaded);
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

  const switchKind = async (row: ImportRow, kind: PostKind) => {
    const { signal } = controller.current;
    const loaded = await session?.previewAs(row, kind).catch(() => undefined);
    if (loaded && controller.current.signal === signal) setPreviews(loaded);
  };

  /** Imports the rows, and shows the result. After a failure, shows what was done until then. */
  const send = async () => {
    if (!session) return;
    const signal = begin(SENDING);
    const onProgress = (progress: ImportProgress) => setStatus({ state: 'sending', ...progress });
    try {
      const loaded = await session.preview();
      signal.throwIfAborted();
      setPreviews(loaded);
      const own = oldAddressesOf(session.chosen, loaded, list, choices);
      const options = { addresses: own, usesGuesses, remote: fetched };
      const sent = rowsOf(session.chosen, loaded, leftOut, options);
      const { message, ...result } = await session.send(sent, { signal, onProgress });
      if (result.count > 0 || message === undefined) {
        drop();
        setStatus({ ...result, state: 'done', message: importMessages.imported(result.count) });
      } else setStatus({ ...result, state: 'failed', message });
    } catch (error) {
      if (isCancelled(error)) return;
      const message = messageOf(error, failureMessages.upload);
      setStatus({ ...session.result(), state: 'failed', message });
    }
  };

  /** Cancels a running import, and clears the result of the last one. */
  const cancel = () => {
    begin({ state: 'idle' });
    drop();
    // A request that failed may have been imported nevertheless.
    onImported();
  };

  // The names of the files beside them that are left out, if any.
  const skipped = session ? skippedText(session.chosen) : '';
  const pictures = { urls: [...remote.values()], isFetching, setFetching };
  const oldSite = { addresses, old, setOld, addLists };
  return { rows, skipped, pictures, status, oldSite, choose, leaveOut, switchKind, send, cancel };
};

export type ImportHook = ReturnType<typeof useImport>;
