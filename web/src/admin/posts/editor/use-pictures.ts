import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react';
import { ApiError } from '../../../data/request.ts';
import { createPictureKeeper } from '../../editing/kept-pictures.ts';
import {
  isUnderWay,
  refusalOf,
  usePhotoUploads,
  type PhotoUpload,
  type PhotoUploads,
} from '../../editing/photo-uploads.ts';
import {
  altInText,
  newPlaceholder,
  pictureChanges,
  placeholderName,
  placeholdersIn,
  removalChanges,
  withChanges,
  type PlacedPicture,
  type TextChange,
} from './picture-text.ts';
import { skipIntermediateText, replaceInBackground } from './text-area.ts';

/** The pictures inserted into a text, and their uploads. */
export interface Pictures extends Pick<
  PhotoUploads,
  'uploads' | 'describe' | 'cancel' | 'retry' | 'remove'
> {
  /** Uploads files. Returns the placeholders to insert into the text. */
  readonly add: (files: readonly File[], text: string) => readonly string[];
  /** Uploads a file for a placeholder in the text. */
  readonly fill: (placeholder: string, file: File) => void;
  /** The changes to the text for pictures that were stored or described meanwhile. */
  readonly changesOf: (text: string) => readonly TextChange[];
  /** Whether the text still has the placeholder of a stored picture. */
  readonly hasStored: (text: string) => boolean;
  /** Stops overriding alternative texts that the text has by now. */
  readonly forgetAlts: (text: string) => void;
  /** Waits for the pictures in the text. Resolves to the completed text; rejects if one fails. */
  readonly whenUploaded: (text: string) => Promise<string>;
  /** The reason why the text can't be saved; undefined if it can. */
  readonly problemOf: (text: string) => string | undefined;
  /** The placeholders in the text whose files are lost. */
  readonly lostIn: (text: string) => readonly string[];
  /** Continues uploads from another page whose files the browser has stored. */
  readonly resume: (text: string) => void;
  /** Deletes the browser's copies of stored pictures, after the text is saved. */
  readonly forget: () => void;
  /** The number of running uploads in the text. */
  readonly underWayIn: (text: string) => number;
}

const placedOf = (uploads: readonly PhotoUpload[]): readonly PlacedPicture[] =>
  uploads.flatMap(({ placeholder, alt, photo }) =>
    placeholder === undefined ? [] : [{ placeholder, alt, photoId: photo?.id }],
  );

const problemText = (missing: readonly string[]): string | undefined => {
  const [one] = missing;
  if (one === undefined) return undefined;
  return missing.length === 1
    ? `${placeholderName(one)} was not uploaded. Retry or remove it before you save.`
    : `${missing.length} pictures were not uploaded. Retry or remove them before you save.`;
};

/** @param stored the stored text. Its placeholders are not treated as uploads. */
export const usePictures = (stored: string): Pictures => {
  const { latest, subscribe, add, ...queue } = usePhotoUploads({ intoText: true });
  const [keeper] = useState(() => createPictureKeeper({ latest, subscribe }));
  const [lost, setLost] = useState<readonly string[]>([]);
  const [requested] = useState(() => new Set<string>());
  useEffect(() => keeper.start(), [keeper]);
  const known = new Set(placeholdersIn(stored));

  const uploadOf = (placeholder: string): PhotoUpload | undefined =>
    latest().findLast((upload) => upload.placeholder === placeholder);
  const placeholdersOf = (text: string, isWanted: (upload?: PhotoUpload) => boolean) =>
    placeholdersIn(text).filter((it) => !known.has(it) && isWanted(uploadOf(it)));
  const missingIn = (text: string) =>
    placeholdersOf(text, (upload) => !upload || ['failed', 'cancelled'].includes(upload.state));
  const uploadingIn = (text: string) =>
    placeholdersOf(text, (upload) => upload !== undefined && isUnderWay(upload));
  const problemOf = (text: string) => problemText(missingIn(text));
  const changesOf = (text: string) => pictureChanges(text, placedOf(latest()));

  const find = async (placeholders: readonly string[]) => {
    const found = await Promise.all(placeholders.map(keeper.find));
    keeper.keep(add(found.filter((picture) => picture !== undefined)));
    setLost((before) => [...before, ...placeholders.filter((_, index) => !found[index])]);
  };

  const nextChange = () =>
    new Promise<void>((resolve) => {
      const unsubscribe = subscribe(() => {
        unsubscribe();
        resolve();
      });
    });

  return {
    ...queue,
    add: (files, text) => {
      const taken = new Set(latest().map(({ placeholder }) => placeholder));
      const given = files.map((file) => {
        if (refusalOf(file) !== undefined) return { file };
        const isTaken = (it: string) => taken.has(it) || text.includes(it) || keeper.isTaken(it);
        const placeholder = newPlaceholder(file.name, isTaken);
        taken.add(placeholder);
        return { file, placeholder };
      });
      keeper.keep(add(given));
      return given.flatMap(({ placeholder }) => placeholder ?? []);
    },
    fill: (placeholder, file) => keeper.keep(add([{ file, placeholder }])),
    lostIn: (text) => placeholdersOf(text, (upload) => !upload).filter((it) => lost.includes(it)),
    resume: (text) => {
      const unknown = placeholdersOf(text, (upload) => !upload).filter((it) => !requested.has(it));
      for (const placeholder of unknown) requested.add(placeholder);
      if (unknown.length > 0) void find(unknown);
    },
    forget: keeper.forget,
    changesOf,
    problemOf,
    hasStored: (text) => placeholdersOf(text, (upload) => upload?.state === 'stored').length > 0,
    forgetAlts: (text) => {
      for (const { key, alt, photo } of latest()) {
        if (alt !== undefined && photo && altInText(text, photo.id) === alt)
          queue.describe(key, undefined);
      }
    },
    underWayIn: (text) => uploadingIn(text).length,
    whenUploaded: async (text) => {
      const awaited = uploadingIn(text);
      while (uploadingIn(text).length > 0) await nextChange();
      const isCancelled = (it: string) => uploadOf(it)?.state === 'cancelled';
      const wanted = awaited
        .filter(isCancelled)
        .reduce((rest, it) => withChanges(rest, removalChanges(rest, it)), text);
      const message = problemOf(wanted);
      if (message !== undefined) {
        throw new ApiError(message, { status: 400, issues: [{ path: 'content', message }] });
      }
      return withChanges(wanted, changesOf(wanted));
    },
  };
};

interface FollowOptions {
  readonly area: RefObject<HTMLTextAreaElement | null>;
  readonly pictures: Pictures;
  /** The current value of the text area. */
  readonly text: string;
}

/** Events after which a blocked change may succeed: a dialog closes, a composition ends. */
const RETRY_EVENTS = ['click', 'close', 'compositionend', 'focusin', 'input'];
/** Events before which the text must be up to date. */
const FINAL_EVENTS = ['submit', 'beforeunload', 'visibilitychange'];

const isDescribing = (): boolean => document.activeElement?.matches('input[name="alt"]') === true;

/** Updates the text area when its pictures are stored or described. */
export const useFollowedPictures = ({ area, pictures, text }: FollowOptions): void => {
  const composing = useRef(false);
  const busy = useRef(false);

  const change = useEffectEvent((act: (it: HTMLTextAreaElement) => void) => {
    if (busy.current || composing.current || !area.current) return;
    busy.current = true;
    act(area.current);
    busy.current = false;
  });
  const write = useEffectEvent((it: HTMLTextAreaElement) => {
    for (const each of pictures.changesOf(it.value)) if (!replaceInBackground(it, each)) return;
    pictures.forgetAlts(it.value);
  });
  const follow = useEffectEvent(() =>
    change((it) => {
      // Writes an alternative text only once it is complete.
      if (!isDescribing() || pictures.hasStored(it.value)) write(it);
    }),
  );

  const pass = useEffectEvent((inputType: string) =>
    change((it) => skipIntermediateText(inputType, () => pictures.hasStored(it.value))),
  );

  const resume = useEffectEvent(() => pictures.resume(text));
  useEffect(() => resume(), [text]);

  // Delayed, so that the browser and React can finish handling the current event.
  useEffect(() => {
    const timer = setTimeout(() => follow());
    return () => clearTimeout(timer);
  }, [pictures.uploads]);

  useEffect(() => {
    let following: ReturnType<typeof setTimeout>;
    const handleEvent = (event: Event) => {
      const { inputType = '' } = event instanceof InputEvent ? event : {};
      // Ignores input events of the changes made here.
      if (busy.current) return;
      // Otherwise a scheduled `follow` would redo what the user has just undone.
      clearTimeout(following);
      if (inputType.startsWith('history')) setTimeout(() => pass(inputType));
      else following = setTimeout(() => follow());
    };
    const finish = () => change(write);
    const compose = () => {
      composing.current = true;
    };
    const stopComposing = () => {
      composing.current = false;
    };
    addEventListener('compositionstart', compose, true);
    addEventListener('compositionend', stopComposing, true);
    for (const type of RETRY_EVENTS) addEventListener(type, handleEvent, true);
    for (const type of FINAL_EVENTS) addEventListener(type, finish, true);
    return () => {
      removeEventListener('compositionstart', compose, true);
      removeEventListener('compositionend', stopComposing, true);
      for (const type of RETRY_EVENTS) removeEventListener(type, handleEvent, true);
      for (const type of FINAL_EVENTS) removeEventListener(type, finish, true);
    };
  }, []);
};
