/** Edits of posts and entities, made of unique words. */
import {
  blankOf,
  experiencesFields,
  POST_FIELD_NAMES,
  SENT_FIELDS,
  isPageId,
  postField,
  readValue,
  siteFields,
  type ContentHeadingsResponse,
  type PostFieldName,
  type PostSource,
} from 'content-schema';
import type { Field, ListField } from 'content-schema/fields';
import type { Files } from '../files.ts';
import type { Random } from './random.ts';
import {
  ANY,
  ENTITY_FIELDS,
  UNKNOWN_KEYS,
  addEntity,
  addPost,
  collect,
  markOf,
  ownerOf,
  paragraphKey,
  paragraphsOf,
  replaceOwners,
  type EntityName,
  type Units,
} from './units.ts';

export interface Maker {
  readonly random: Random;
  /** Returns a new mark or word: `o12o`, `p7p` or `w31w`. */
  readonly fresh: (kind: 'o' | 'p' | 'w') => string;
  readonly now: () => number;
}

const TAGS = ['Sea', 'Wind', 'Salt', 'Rope', 'Tar'];
const DAY = 86_400_000;

/** Unlike any other text, so that no other entry of a list is taken for an edited one. */
const newText = ({ random, fresh }: Maker): string => {
  const letters = Array.from({ length: 12 }, () => String.fromCharCode(97 + random.int(26)));
  return `${letters.slice(0, 6).join('')} ${letters.slice(6).join('')} ${fresh('w')}`;
};

const textFor = (maker: Maker, field: Field & { kind: 'text' }, path: string): string => {
  const { fresh, random } = maker;
  if (field.format === 'email') return `${fresh('w')}@example.com`;
  if (field.format === 'language') return random.pick(['', 'en', 'de', 'pt-BR'])!;
  if (/linkedin|github|link|repository/.test(path)) return `https://example.com/${fresh('w')}`;
  return newText(maker);
};

const fill = (maker: Maker, field: Field, path = ''): unknown => {
  if (field.kind === 'text') return textFor(maker, field, path);
  if (field.kind === 'texts') return [newText(maker)];
  if (field.kind !== 'group') return blankOf(field);
  return Object.fromEntries(
    Object.entries(field.fields).map(([name, member]) => [name, fill(maker, member, name)]),
  );
};

const newEntry = (maker: Maker, { item, identity }: ListField): Record<string, unknown> => {
  const entry = fill(maker, item) as Record<string, unknown>;
  const [name] = identity;
  return { ...entry, [name]: `${newText(maker)} ${maker.fresh('o')}` };
};

const editList = (maker: Maker, field: ListField, entries: readonly unknown[]): unknown[] => {
  const { random } = maker;
  const at = random.int(entries.length);
  const how = entries.length === 0 ? 0 : random.int(6);
  if (how === 0)
    return entries.toSpliced(random.int(entries.length + 1), 0, newEntry(maker, field));
  if (how === 1 && entries.length > 1) return entries.toSpliced(at, 1);
  return entries.with(at, editValue(maker, field.item, entries[at]));
};

const editTexts = (maker: Maker, items: readonly string[]): string[] => {
  const { random } = maker;
  const at = random.int(items.length);
  const item = newText(maker);
  if (items.length < 2 || random.chance(0.4)) return items.toSpliced(at, 0, item);
  return random.chance(0.5) ? items.toSpliced(at, 1) : items.with(at, item);
};

/** Returns a value of a field in which one leaf differs. */
const editValue = (maker: Maker, field: Field, value: unknown, path = ''): unknown => {
  const { random } = maker;
  switch (field.kind) {
    case 'text': {
      const mark = markOf(value);
      const text = textFor(maker, field, path);
      return mark === undefined ? text : `${text} ${mark}`;
    }
    case 'texts':
      return editTexts(maker, value as string[]);
    case 'flag':
      return value !== true;
    case 'number':
      return random.int(90);
    case 'choice':
      return random.pick(field.options);
    case 'list':
      return editList(maker, field, value as unknown[]);
    case 'group': {
      const names = Object.keys(field.fields).filter(
        (name) => !/^(?:enabled|data|type)$/.test(name),
      );
      const name = random.pick(names)!;
      const members = value as Record<string, unknown>;
      const inner = editValue(maker, field.fields[name]!, members[name], name);
      return { ...members, [name]: inner };
    }
  }
};

const LOGO = { path: 'assets/logo.svg', type: 'image/svg+xml', alt: 'Logo' };
const logoOf = (word: string): string =>
  `data:image/svg+xml;base64,${Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8" id="${word}"><path d="M0 0h8v8z"/></svg>`).toString('base64')}`;

const paragraph = ({ random, fresh }: Maker, ids: readonly string[], key: string): string => {
  const id = random.chance(0.3) ? random.pick(ids.filter((each) => !isPageId(each))) : undefined;
  return `${key} says ${fresh('w')}${id === undefined ? '.' : `, see [there](/blogs/${id}).`}`;
};

/** Edits a paragraph; with `present`, also by what others have inserted since. */
export const editContent = (
  maker: Maker,
  content: string,
  ids: readonly string[],
  present = '',
): string => {
  const { random, fresh } = maker;
  const texts = paragraphsOf(content);
  const theirs = paragraphsOf(present);
  const inserted = theirs.filter((text, i) => {
    const isNew = paragraphKey(text) && !content.includes(paragraphKey(text)!);
    return isNew && texts.includes(theirs[i - 1] ?? '');
  });
  const same = random.pick(inserted);
  if (same !== undefined && random.chance(0.6)) {
    return texts
      .toSpliced(texts.indexOf(theirs[theirs.indexOf(same) - 1]!) + 1, 0, same)
      .join('\n\n');
  }
  const marked = texts.flatMap((text, i) => (paragraphKey(text) ? [i] : []));
  const at = random.pick(marked);
  if (at === undefined || random.chance(0.45)) {
    const index = 1 + random.int(texts.length);
    return texts.toSpliced(index, 0, paragraph(maker, ids, fresh('p'))).join('\n\n');
  }
  if (random.chance(0.3)) return texts.toSpliced(at, 1).join('\n\n');
  return texts.with(at, paragraph(maker, ids, paragraphKey(texts[at]!)!)).join('\n\n');
};

const someDay = ({ random, now }: Maker): string =>
  new Date(Math.floor(now() / 1000) * 1000 + (random.int(9) - 4) * DAY * 0.75).toISOString();

/** Returns another value of a post's field. */
const editField = (maker: Maker, name: PostFieldName, value: unknown): unknown => {
  const [{ random }, field] = [maker, postField(name)];
  if (field.kind === 'texts') {
    const [tags, tag] = [value as string[], random.pick(TAGS)!];
    return tags.includes(tag) ? tags.filter((each) => each !== tag) : [...tags, tag];
  }
  if (field.kind === 'number') return random.int(90) + 1;
  if (field.kind !== 'text' || field.format !== 'date') return editValue(maker, field, value);
  return field.isPlan && random.chance(0.4) ? '' : someDay(maker);
};

/** The fields that only pushes edit; others are the server's. */
const PUSHED_FIELDS = POST_FIELD_NAMES.filter(
  (name) => !postField(name).sent && !['updatedAt', 'aliases'].includes(name),
);
const pushedValue = (maker: Maker, name: PostFieldName) =>
  (editField(maker, name, '') as string) || 'fr';

/** Returns the text of a file in which a field, or a key that the site doesn't know, is edited. */
export const editHead = (maker: Maker, text: string): string => {
  const { random, fresh } = maker;
  const field = random.pick([...PUSHED_FIELDS, undefined, undefined]);
  const name = field ?? random.pick(UNKNOWN_KEYS)!;
  const value = field ? pushedValue(maker, field) : fresh('w');
  const rest = text.replace(new RegExp(`^ *"?${name}"?(?::| =).*\n`, 'm'), '');
  if (rest.startsWith('---\n')) return rest.replace('---\n', `---\n${name}: ${value}\n`);
  if (rest.startsWith('+++\n')) return rest.replace('+++\n', `+++\n${name} = "${value}"\n`);
  return rest.replace(/^\{\n/, `{\n  "${name}": "${value}",\n`);
};

/** Returns a post with one edited field. */
export const editPost = (
  maker: Maker,
  post: PostSource,
  ids: readonly string[],
  present?: PostSource,
): PostSource => {
  const { random } = maker;
  if (random.chance(0.3)) {
    return { ...post, content: editContent(maker, post.content, ids, present?.content) };
  }
  const other = isPageId(post.id) ? 'post' : 'page';
  const isEdited = (name: PostFieldName) => name !== 'content' && postField(name).only !== other;
  const name = random.pick(SENT_FIELDS.filter(isEdited))!;
  return { ...post, [name]: editField(maker, name, post[name]) };
};

export const TEMPLATE = Array.from(
  { length: 8 },
  (_, i) => `Line ${i} of every post of this kind.`,
);

export const newContent = (maker: Maker, ids: readonly string[]): string => {
  const { random, fresh } = maker;
  const texts = Array.from({ length: 2 + random.int(4) }, () => paragraph(maker, ids, fresh('p')));
  const rest = random.chance(0.5) ? TEMPLATE : [];
  return [`Post ${fresh('o')}`, ...rest, ...texts].join('\n\n');
};

export const newPost = (maker: Maker, id: string, ids: readonly string[]): PostSource => {
  const { random, fresh, now } = maker;
  const tags = isPageId(id) ? [] : TAGS.filter(() => random.chance(0.3));
  const createdAt = new Date(now() - random.int(9) * DAY).toISOString();
  const post = { id, title: `Title ${fresh('w')}`, tags, hidden: random.chance(0.2), createdAt };
  return { ...post, content: newContent(maker, ids) };
};

/** Returns units in which those of a post are as sent. */
export const withPost = (units: Units, post: PostSource): Units => {
  const sent = collect((add) => addPost(add, post.id, { ...post })).units;
  const owner = ownerOf([...sent.keys()][0]!);
  // What only the file has.
  const stored = [...units].filter(
    ([key]) => ownerOf(key) === owner && /\|(?:alias|key)#/.test(key),
  );
  const created = `${owner}|createdAt`;
  const isNew = !units.has(`${owner}|id`);
  const dated = isNew && !sent.has(created) ? [[created, ANY] as const] : [];
  return replaceOwners(units, (each) => each === owner, new Map([...sent, ...stored, ...dated]));
};

type Content = Pick<ContentHeadingsResponse, EntityName>;

/** Returns an edited entity as a client sends it, and its units among others. */
export const editEntity = (maker: Maker, name: EntityName, content: Content, units: Units) => {
  const isOwn = (owner: string) => owner === name || owner.startsWith(`${name}/`);
  const field = name === 'site' ? siteFields : ENTITY_FIELDS[name];
  const whole = readValue(field as Field, content[name]);
  let value = editValue(maker, field, whole);
  let others: Units = units;
  if (name === 'site' && maker.random.chance(0.15)) {
    const word = maker.fresh('w');
    value = { ...(whole as object), logo: { ...content.site.logo, data: logoOf(word) } };
    others = new Map([...units, ['assets/logo.svg|words', JSON.stringify([word])]]);
  }
  const own = collect((add) => addEntity(add, name, value)).units;
  return { value: value as object, mine: replaceOwners(others, isOwn, own) };
};

/** The content that a history begins with, where every field has a value. */
export const firstFiles = (maker: Maker): Files => {
  const entity = (field: Field) => fill(maker, field);
  const entry = () => newEntry(maker, experiencesFields as unknown as ListField);
  const word = maker.fresh('w');
  const [, logo = ''] = logoOf(word).split('base64,');
  const posts = Array.from({ length: 5 }, (_, i) => newPost(maker, `first-${i}`, ['first-0']));
  const json = (value: unknown) => Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
  return new Map<string, Uint8Array>([
    ['README.md', Buffer.from('Read me\n')],
    ['profile.json', json(entity(ENTITY_FIELDS.profile))],
    ['site.json', json({ ...(entity(siteFields) as object), logo: LOGO })],
    ['sections.json', json(entity(ENTITY_FIELDS.sections))],
    ['experiences.json', json([entry(), entry()])],
    [LOGO.path, Buffer.from(logo, 'base64')],
    ...posts.map(({ id, content, ...fields }) => {
      const pushed = PUSHED_FIELDS.map((name) => [name, pushedValue(maker, name)] as const);
      const head = [...Object.entries(fields), ...pushed].map(
        ([name, value]) => `${name}: ${JSON.stringify(value)}\n`,
      );
      const text = `---\n${head.join('')}---\n\n${content}\n`;
      return [`posts/${id}.md`, Buffer.from(text)] as const;
    }),
  ]);
};
