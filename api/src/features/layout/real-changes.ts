/** Translates changes in the ordinary layout to changes of the files where they lie. */
import {
  isContentPath,
  isPageId,
  LAYOUT_FILE,
  nameOfId,
  photoOf,
  postIdOf,
  type Layout,
  type Origin,
} from 'content-schema';
import { parsePostFile } from 'content-schema/front-matter';
import type { Changes, TreeEntry } from '../../core/git-store/git-store.ts';
import { decodeText } from '../../core/reading/text-file.ts';
import { OWN_FOLDER } from 'content-schema/layout';
import { filePathOf } from './places.ts';
import type { View } from './view.ts';

/** The folder that a text has for itself, with its pictures; undefined if it is a file among others. */
const bundleOf = (path = ''): string | undefined =>
  /^(.+\/)index(?:\.[\w-]+)?\.\w+$/i.exec(path)?.[1];

const NAME = /(\d{4}-\d{2}-\d{2}-)?([^/]+?)((?:\.[a-z]{2}(?:-\w+)?)?(?:\/index[^/]*)?\.\w+)$/i;

const originOf = (content: Uint8Array | TreeEntry | null): Origin | undefined =>
  content && 'origin' in content ? content.origin : undefined;

/** Returns where a file that is no text or photo is: this product's own have a folder. */
export const ownPath = (path: string): string =>
  isContentPath(path) || path === LAYOUT_FILE ? OWN_FOLDER + path : path;

/** Returns where a new file is put. */
const newPath = (path: string, content: Uint8Array | TreeEntry, layout: Layout): string => {
  const id = postIdOf(path);
  if (id !== undefined) {
    const { createdAt = new Date().toISOString() } = parsePostFile(
      decodeText(content instanceof Uint8Array ? content : undefined),
      id,
    );
    const pattern = isPageId(id) ? layout.newPage : layout.newPost;
    return pattern.replace(':date', createdAt.slice(0, 10)).replace(':id', nameOfId(id));
  }
  const photo = photoOf(path);
  if (!photo) return ownPath(path);
  const isByHand = photo.id === photo.filename;
  return isByHand ? filePathOf(photo.id) : `${layout.newPhoto}${photo.id}/${photo.filename}`;
};

/** Returns where changes are written. A renamed text keeps its folder and takes its pictures along. */
export const realChanges = (
  { files, places, shown, realPaths }: View,
  layout: Layout,
  changes: Changes,
): Changes => {
  const real = new Map<string, Uint8Array | TreeEntry | null>();
  const put = (path: string, content: Uint8Array | TreeEntry | null): void => {
    if (!real.get(path)) real.set(path, content);
  };
  const languageOf = (id: string) => layout.languages.find((each) => id.endsWith(`.${each}`));
  /** The text of the same language that the changes remove, if there is one. */
  const formerOf = (id: string): Origin | undefined => {
    const gone = [...changes].flatMap(([path, content]) => {
      const other = postIdOf(path);
      const isGone = content === null && other !== undefined && isPageId(other) === isPageId(id);
      return isGone && languageOf(other) === languageOf(id) ? (shown.get(path)?.origin ?? []) : [];
    });
    return gone.length === 1 ? gone[0] : undefined;
  };
  const moveBundle = (from: string, to: string): void => {
    const [former, next] = [bundleOf(from), bundleOf(to)];
    if (former === undefined || next === undefined) return;
    for (const [path, entry] of files) {
      if (!path.startsWith(former) || path === from) continue;
      put(path, null);
      put(next + path.slice(former.length), entry);
    }
  };
  const moves: [from: string, to: string][] = [];
  for (const [path, content] of changes) {
    const present = realPaths.get(path);
    const origin = originOf(content)?.path;
    const isMoved = changes.get(places.get(origin ?? '')?.path ?? '') === null;
    // What comes back goes where it was, even if another file is shown in its place now.
    const own = (isMoved ? undefined : origin) ?? present;
    const id = postIdOf(path);
    const former = content && id !== undefined && !present ? formerOf(id)?.path : undefined;
    if (content && id !== undefined && former !== undefined) {
      const suffix = `.${languageOf(id) ?? ''}`;
      const name = nameOfId(id.endsWith(suffix) ? id.slice(0, -suffix.length) : id);
      const renamed = (_: string, date = '', __: string, end: string) => date + name + end;
      const to = own ?? former.replace(NAME, renamed);
      put(to, content);
      moves.push([former, to]);
    } else if (own !== undefined) put(own, content);
    else if (content) put(newPath(path, content, layout), content);
  }
  for (const [from, to] of moves) moveBundle(from, to);
  return real;
};
