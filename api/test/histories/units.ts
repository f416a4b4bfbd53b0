/**
 * The content as units: the smallest parts that a person edits, such as a field, a tag or a
 * paragraph, by `owner|name`. Posts, entries of lists and paragraphs have a mark that no edit
 * changes, such as `o12o` or `p7p`, so that they are recognised in any place.
 */
import {
  experiencesFields,
  photoOf,
  postIdOf,
  profileFields,
  readValue,
  sectionsFields,
  storedSiteFields,
} from 'content-schema';
import type { Field } from 'content-schema/fields';
import { parsePostFile } from 'content-schema/front-matter';
import { createHash } from 'node:crypto';
import type { Files } from '../files.ts';

export type Units = ReadonlyMap<string, string>;
type Add = (owner: string, name: string, value: unknown) => void;

export const ENTITY_FIELDS = {
  profile: profileFields,
  site: storedSiteFields,
  experiences: experiencesFields,
  sections: sectionsFields,
} as const satisfies Record<string, Field>;
export type EntityName = keyof typeof ENTITY_FIELDS;
export const ENTITY_NAMES = Object.keys(ENTITY_FIELDS) as EntityName[];

/** Matches any value: what the product chooses, such as the bytes of a photo without metadata. */
export const ANY = '*';

/** The unique words of edits. */
export const WORD = /\bw\d+w\b/g;
export const MARK = /\bo\d+o\b/;
const PHOTO_ID = /^[0-9A-Z]{26}\|/;
const PARAGRAPH = /^p\d+p/;
/** What saves derive. */
const DERIVED = /^(?:availability|focusAreas)\.enabled$|^logo\.(?:path|type|data)$/;
const OTHER_FIELDS = new Set(
  'id path hidden content contentHtml tags aliases addresses contentStart problems updatedAt extractedFrontMatter'.split(
    ' ',
  ),
);

export const markOf = (value: unknown): string | undefined => MARK.exec(JSON.stringify(value))?.[0];
export const ownerOf = (key: string): string => key.slice(0, key.indexOf('|'));

export const paragraphsOf = (content: string): string[] => content.trim().split(/(?:\r?\n){2,}/);
export const paragraphKey = (paragraph: string): string | undefined =>
  PARAGRAPH.exec(paragraph)?.[0];

const addField = (add: Add, owner: string, field: Field, value: unknown, path = ''): void => {
  if (DERIVED.test(path)) return;
  if (field.kind === 'group' && value !== null) {
    for (const [name, member] of Object.entries(field.fields)) {
      const inner = path === '' ? name : `${path}.${name}`;
      addField(add, owner, member, (value as Record<string, unknown>)[name], inner);
    }
  } else if (field.kind === 'texts') {
    for (const item of value as string[]) add(owner, `${path}#${item}`, true);
  } else if (field.kind === 'list') {
    for (const entry of value as unknown[]) {
      addField(add, `${owner}/${path}${markOf(entry) ?? 'unmarked'}`, field.item, entry);
    }
  } else add(owner, path, value);
};

/** Adds the units of an entity, from its file or from a response. */
export const addEntity = (add: Add, name: EntityName, input: unknown): void => {
  const field: Field = ENTITY_FIELDS[name];
  const value = input as { logo?: object | null };
  const stored =
    name === 'site' && value.logo ? { ...value, logo: { path: '', ...value.logo } } : value;
  addField(add, name, field, readValue(field, stored));
};

type Fields = Readonly<Record<string, unknown>> & {
  readonly content: string;
  readonly hidden: boolean;
  readonly tags: readonly string[];
};

/** Adds the units of a post, from its file or from a response. */
export const addPost = (add: Add, id: string, post: Fields): void => {
  const owner = MARK.exec(post.content)?.[0] ?? id;
  add(owner, 'id', id);
  for (const [name, value] of Object.entries(post)) {
    // A post without another date has that of its plan; without a title, that of its file.
    const isDerived =
      (name === 'createdAt' && value === post['publishDate']) ||
      (name === 'title' && /^[A-Z][a-z]+ \d+$/.test(String(value)));
    if (!OTHER_FIELDS.has(name) && value && !isDerived) add(owner, name, value);
  }
  add(owner, 'hidden', post.hidden);
  for (const tag of post.tags) add(owner, `tag#${tag}`, true);
  const paragraphs = paragraphsOf(post.content);
  for (const text of paragraphs) {
    const key = paragraphKey(text);
    if (key) add(owner, key, text);
  }
  add(owner, 'rest', paragraphs.filter((text) => !PARAGRAPH.test(text)).join('\n\n'));
};

/** The keys of front matter that no field has. */
export const UNKNOWN_KEYS = ['layout', 'theme'];
/** Such a key in YAML, TOML or JSON. */
const UNKNOWN = new RegExp(`^ *"?(${UNKNOWN_KEYS.join('|')})"?(?::| =) *"?(w\\d+w)`, 'gm');

const addText = (add: Add, path: string, bytes: Uint8Array, text: string): void => {
  const id = postIdOf(path);
  const photo = photoOf(path);
  const name = ENTITY_NAMES.find((entity) => path === `${entity}.json`);
  if (id !== undefined) {
    const post = parsePostFile(text, id);
    addPost(add, id, { ...post });
    const owner = MARK.exec(post.content)?.[0] ?? id;
    for (const alias of post.aliases ?? []) add(owner, `alias#${alias}`, true);
    for (const [, key, value] of text.matchAll(UNKNOWN)) add(owner, `key#${key}`, value);
  } else if (name) addEntity(add, name, JSON.parse(text));
  else if (path.endsWith('/photo.json')) {
    const { alt, caption, focus } = JSON.parse(text) as Record<string, unknown>;
    for (const [key, value] of Object.entries({ alt, caption, focus })) {
      if (value !== undefined && value !== '') add(path.split('/')[1] ?? '', key, value);
    }
  } else if (photo) {
    add(photo.id, 'filename', photo.filename);
    add(photo.id, 'bytes', createHash('sha1').update(bytes).digest('hex'));
  } else add(path, 'words', text.match(WORD) ?? text);
};

const units = new Map<string, readonly Parameters<Add>[]>();

/** Reads each version of a file once. */
const addFile = (add: Add, path: string, bytes: Uint8Array): void => {
  const text = Buffer.from(bytes).toString('latin1');
  const key = `${path}\0${text}`;
  let list = units.get(key);
  if (!list) {
    const added: Parameters<Add>[] = [];
    addText((...unit) => added.push(unit), path, bytes, Buffer.from(bytes).toString());
    units.set(key, (list = added));
  }
  for (const unit of list) add(...unit);
};

export interface Collected {
  readonly units: Units;
  /** The units that occur more than once. */
  readonly doubled: readonly string[];
}

export const collect = (fill: (add: Add) => void): Collected => {
  const units = new Map<string, string>();
  const doubled: string[] = [];
  fill((owner, name, value) => {
    const key = `${owner}|${name}`;
    if (units.has(key)) doubled.push(key);
    units.set(key, JSON.stringify(value));
  });
  return { units, doubled };
};

export const unitsOf = (files: Files): Collected =>
  collect((add) => {
    for (const [path, bytes] of files) addFile(add, path, bytes);
  });

/** Returns the owners of a file's units. */
export const ownersIn = (path: string, bytes: Uint8Array | undefined): ReadonlySet<string> => {
  const units = bytes ? unitsOf(new Map([[path, bytes]])).units : new Map<string, string>();
  const photo = /^photos\/([^/]+)/.exec(path)?.[1];
  return new Set([...[...units.keys()].map(ownerOf), ...(photo === undefined ? [] : [photo])]);
};

export const differing = (one: Units, other: Units): string[] =>
  [...new Set([...one.keys(), ...other.keys()])].filter((key) => one.get(key) !== other.get(key));

/** Returns the paths of which the bytes differ. */
export const changedPaths = (before: Files, after: Files): string[] =>
  [...new Set([...before.keys(), ...after.keys()])].filter(
    (path) => !isSameBytes(before.get(path), after.get(path)),
  );

export const isSameBytes = (one?: Uint8Array, other?: Uint8Array): boolean =>
  one === other || (one !== undefined && other !== undefined && Buffer.compare(one, other) === 0);

/** Returns `units` in which those of some owners are replaced by `others`. */
export const replaceOwners = (
  units: Units,
  isReplaced: (owner: string) => boolean,
  others: Units,
): Units => new Map([...[...units].filter(([key]) => !isReplaced(ownerOf(key))), ...others]);

export interface Merged {
  readonly units: Units;
  /** What both sides changed differently: must not be merged unasked. */
  readonly conflicts: readonly string[];
  /** The owners that both sides edited: parts of a text or a list may lie too close to merge. */
  readonly shared: ReadonlySet<string>;
}

/** The address of a post with what keeps its old ones: a move is no edit, so that nobody is asked. */
const QUIET = /\|(?:id|alias#.*)$/;

/** Merges unit by unit, as the product should. Of two quiet values, or a deletion, `theirs` counts. */
export const mergeUnits = (base: Units, theirs: Units, mine: Units): Merged => {
  const units = new Map(theirs);
  const [ours, others] = [differing(base, mine), differing(base, theirs)];
  const ownersOf = (keys: Iterable<string>) => new Set([...keys].map(ownerOf));
  const edited = (keys: readonly string[]) => ownersOf(keys.filter((key) => !QUIET.test(key)));
  const [before, left, right] = [base, theirs, mine].map((side) => ownersOf(side.keys()));
  const moved = (keys: readonly string[]) => ownersOf(keys.filter((key) => key.endsWith('|id')));
  const [movedByUs, movedByOthers] = [moved(ours), moved(others)];
  const [editedByUs, editedByOthers] = [edited(ours), edited(others)];
  const conflicts: string[] = [];
  for (const key of ours) {
    const owner = ownerOf(key);
    const [theirId, myId] = [theirs, mine].map((side) => side.get(`${owner}|id`));
    // What was restored since, and moved, is not restored again.
    if (!before!.has(owner) && theirId !== undefined && myId && theirId !== myId) continue;
    const isGone = before!.has(owner) && !left!.has(owner);
    const isEditedAndDeleted =
      left!.has(owner) !== right!.has(owner) && editedByUs.has(owner) && editedByOthers.has(owner);
    const isBoth = others.includes(key) && theirs.get(key) !== mine.get(key);
    // The later name of a photo stays.
    if (isBoth && key.endsWith('|filename') && left!.has(owner)) continue;
    if (!QUIET.test(key) && (isBoth || isEditedAndDeleted)) conflicts.push(key);
    const value = mine.get(key);
    if (QUIET.test(key) && (isGone || (isBoth && right!.has(owner)))) continue;
    if (value === undefined) units.delete(key);
    else units.set(key, value);
  }
  const ids = [...units].filter(([key]) => key.endsWith('|id'));
  const taken = new Set(ids.map(([, id]) => id).filter((id, i, all) => all.indexOf(id) !== i));
  conflicts.push(...ids.flatMap(([key, id]) => (taken.has(id) ? [key] : [])));
  // A photo takes its metadata along.
  const isWithoutPhoto = (key: string) => PHOTO_ID.test(key) && !units.has(`${ownerOf(key)}|bytes`);
  const isWithoutPost = (key: string) => QUIET.test(key) && !units.has(`${ownerOf(key)}|id`);
  for (const key of units.keys()) {
    if (isWithoutPhoto(key) || isWithoutPost(key)) units.delete(key);
  }
  const isShared = (owner: string) =>
    (editedByUs.has(owner) && editedByOthers.has(owner)) ||
    (movedByUs.has(owner) && movedByOthers.has(owner)) ||
    left!.has(owner) !== right!.has(owner);
  const changedByOthers = ownersOf(others);
  const shared = new Set(
    [...ownersOf(ours)].filter((owner) => changedByOthers.has(owner) && isShared(owner)),
  );
  return { units, conflicts: conflicts.filter((key) => !isWithoutPhoto(key)), shared };
};
