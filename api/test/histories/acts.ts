/** What may happen to a site, by its administrator and by pushes. */
import {
  isPageId,
  postPath,
  PROPOSAL_HEADER,
  type ContentOf,
  type PostSource,
  type ProposalsResponse,
  type StagedUploadResponse,
} from 'content-schema';
import { samplePhoto } from 'fixtures/sample-files';
import { readProposal } from '../compared.ts';
import { photoForm } from '../photo-form.ts';
import type { RunningApp } from '../run-app.ts';
import type { TestClient } from '../test-client.ts';
import {
  TEMPLATE,
  editContent,
  editEntity,
  editHead,
  editPost,
  newContent,
  newPost,
  withPost,
  type Maker,
} from './edits.ts';
import type { TestSite } from '../both-stores.ts';
import type { Changes, Files } from '../files.ts';
import {
  ANY,
  ENTITY_NAMES,
  changedPaths,
  differing,
  isSameBytes,
  mergeUnits,
  ownerOf,
  ownersIn,
  replaceOwners,
  unitsOf,
  type Collected,
  type Merged,
  type Units,
} from './units.ts';

export interface State extends Collected {
  readonly head: string;
  readonly files: Files;
}

/** The content as a client has loaded it. */
export interface Snapshot extends State {
  readonly content: ContentOf<PostSource>;
}

export interface World extends Maker {
  readonly site: TestSite;
  readonly apps: readonly RunningApp[];
  readonly state: State;
  /** The last ones, newest last. */
  readonly snapshots: readonly Snapshot[];
  /** What the last acts changed, the newest last. */
  readonly recent: readonly Recent[];
  readonly admin: TestClient;
  /** Sends a request of the administrator to one of the instances. */
  readonly send: (call: Call) => Promise<Response>;
  /** Lets time pass, in milliseconds. */
  readonly wait: (ms: number) => void;
}

export interface Recent {
  /** The commit, unless it was made on a branch. */
  readonly head?: string;
  readonly owners: ReadonlySet<string>;
  /** Those with another address since. */
  readonly moved: ReadonlySet<string>;
}

export interface Call {
  readonly method: string;
  readonly path: string;
  readonly body?: object;
  readonly form?: () => FormData;
  /** By default none: the call applies to the present content. */
  readonly revision?: string;
}

export interface Act {
  /** Absent for what has happened already. */
  readonly call?: Call;
  /** Returns what the act makes of the content, which others may have changed since. */
  readonly apply: (theirs: State, response?: Response) => Merged | Promise<Merged>;
  /** Of a merge of files, which is exact, or asks for decisions. */
  readonly sides?: readonly [base: State, mine: State];
  /** The statuses that are no fault here. */
  readonly refusals?: readonly number[];
  /** The second parent of the commit. */
  readonly merges?: string;
  /** Whether old bytes may come back that mean the same. */
  readonly restores?: true;
  /** Returns what is wrong after a success, or after what has happened already. */
  readonly check?: (response?: Response) => Promise<string[]>;
}

type MakeAct = (world: World) => Act | undefined | Promise<Act | undefined>;

const certain = (units: Units): Merged => ({ units, conflicts: [], shared: new Set() });

/** A call that does the same to units of any kind. */
const change = (
  method: string,
  path: string,
  body: object,
  edit: (units: Units) => Units,
): Act => ({
  call: { method, path, body },
  apply: ({ units }) => certain(edit(units)),
});

export const stateAt = async (site: TestSite, head: string, changes?: Changes): Promise<State> => {
  const files = applied(await site.files(head), changes);
  return { head, files, ...unitsOf(files) };
};

const latest = ({ snapshots }: World): Snapshot => snapshots.at(-1)!;
const older = ({ snapshots, random }: World): Snapshot => random.pick(snapshots)!;
const idsOf = ({ content }: Snapshot): string[] => content.posts.map(({ id }) => id);
const somePost = (world: World): PostSource | undefined =>
  world.random.pick(latest(world).content.posts);
const withUnits = (units: Units, entries: Iterable<readonly [string, unknown]>): Units =>
  new Map([...units, ...[...entries].map(([key, value]) => [key, JSON.stringify(value)] as const)]);

const ownerOfId = (units: Units, id: string): string | undefined => {
  const [key] = [...units].find(([name, value]) => {
    return name.endsWith('|id') && value === JSON.stringify(id);
  }) ?? [undefined];
  return key && ownerOf(key);
};

const withoutOwner = (units: Units, owner: string | undefined): Units =>
  replaceOwners(units, (each) => each === owner, new Map());
const withoutPost = (units: Units, id: string): Units => withoutOwner(units, ownerOfId(units, id));

const newId = ({ random, fresh }: World): string => {
  const name = `post-${fresh('w').slice(1, -1)}`;
  return random.chance(0.12) ? `page:${name}` : name;
};

const newFileName = ({ fresh }: World): string => `photo-${fresh('w').slice(1, -1)}.gif`;

/** A call that saves edits of a snapshot, and the units that they lead to. */
interface Edit {
  readonly call: Call;
  readonly mine: Units;
}

const createdPost = (world: World, base: Snapshot): PostSource =>
  newPost(world, newId(world), idsOf(base));

/** Edits a post, preferably one that others have changed since. */
const editedPost = (world: World, base: Snapshot): PostSource | undefined => {
  const { random } = world;
  const present = new Map(latest(world).content.posts.map((post) => [post.id, post]));
  const { posts } = base.content;
  const isChanged = (post: PostSource) =>
    present.has(post.id) && JSON.stringify(present.get(post.id)) !== JSON.stringify(post);
  const changed = posts.filter(isChanged);
  const post = random.pick(changed.length > 0 && random.chance(0.7) ? changed : posts);
  return post && editPost(world, post, idsOf(base), present.get(post.id));
};

const putPost = (world: World, base: Snapshot): Edit | undefined => {
  const { random } = world;
  const post = random.chance(0.2) ? createdPost(world, base) : editedPost(world, base);
  if (!post) return undefined;
  const stored = base.content.posts.find(({ id }) => id === post.id);
  // Fields that are left out keep their values.
  const isSent = ([name, value]: [string, unknown]) =>
    name === 'id' || stored?.[name as 'title'] !== value || random.chance(0.7);
  const body = Object.fromEntries(Object.entries(post).filter(isSent));
  const path = `/api/posts/${encodeURIComponent(post.id)}`;
  return { call: { method: 'PUT', path, body }, mine: withPost(base.units, post) };
};

const putPosts = (world: World, base: Snapshot): Edit | undefined => {
  const { random } = world;
  let { posts } = base.content;
  let mine = base.units;
  for (let edits = 0; edits < 2; edits += 1) {
    const post = editedPost(world, { ...base, content: { ...base.content, posts } });
    if (!post) return undefined;
    posts = posts.map((each) => (each.id === post.id ? post : each));
    mine = withPost(mine, post);
  }
  // Pages that are not sent stay.
  const removed = random.pick(posts.filter(({ id }) => !isPageId(id)));
  if (removed && random.chance(0.3)) {
    mine = withoutPost(mine, removed.id);
    posts = posts.filter((post) => post !== removed);
  } else if (random.chance(0.3)) {
    const post = createdPost(world, base);
    [posts, mine] = [[...posts, post], withPost(mine, post)];
  }
  return { call: { method: 'PUT', path: '/api/posts', body: posts }, mine };
};

const putEntity = (world: World, base: Snapshot): Edit => {
  const name = world.random.pick(ENTITY_NAMES)!;
  const { value, mine } = editEntity(world, name, base.content, base.units);
  return { call: { method: 'PUT', path: `/api/${name}`, body: value }, mine };
};

/** Saves an entity and a post, with a photo for its text. */
const patchContent = async (world: World, base: Snapshot): Promise<Edit | undefined> => {
  const { random, fresh, send } = world;
  const name = random.pick(ENTITY_NAMES)!;
  const { value, mine } = editEntity(world, name, base.content, base.units);
  const post = random.chance(0.6) ? editedPost(world, base) : createdPost(world, base);
  if (!post) return undefined;
  const call = { method: 'PATCH', path: '/api/content' };
  if (random.chance(0.5)) {
    const body = { [name]: value, posts: { changed: [post] } };
    return { call: { ...call, body }, mine: withPost(mine, post) };
  }
  const filename = newFileName(world);
  const bytes = await samplePhoto('tide.gif');
  const form = () => photoForm(filename, bytes);
  const response = await send({ method: 'POST', path: '/api/admin/uploads/staged', form });
  const { staged } = (await response.json()) as StagedUploadResponse;
  const id = `01JWT6444R${fresh('w').slice(1, -1).padStart(16, '0')}`;
  const alt = `Alt ${fresh('w')}`;
  const sent = { ...post, content: `${post.content}\n\n${fresh('p')} ![](/photos/${id})` };
  const body = { [name]: value, posts: { changed: [sent] }, photos: [{ id, staged, alt }] };
  const photo = withUnits(
    mine,
    Object.entries({ [`${id}|filename`]: filename, [`${id}|alt`]: alt }),
  );
  const units = new Map([...photo, [`${id}|bytes`, ANY] as const]);
  return { call: { ...call, body }, mine: withPost(units, sent) };
};

/** A post that was moved since is none of those that a list leaves out. */
const withMoved = (base: Units, theirs: Units, mine: Units): Units => {
  const isMoved = (key: string) =>
    key.endsWith('|id') && !mine.has(key) && theirs.has(key) && theirs.get(key) !== base.get(key);
  const moved = new Set([...base.keys()].filter(isMoved).map(ownerOf));
  return new Map([...mine, ...[...base].filter(([key]) => moved.has(ownerOf(key)))]);
};

const EDITS = [putPost, putPost, putPost, putPosts, putEntity, putEntity, patchContent];

const anyEdit = async (world: World, base: Snapshot): Promise<Edit | undefined> =>
  world.random.pick(EDITS)!(world, base);

/** Saves edits that began from `base`. */
const save = async (world: World, base: Snapshot): Promise<Act | undefined> => {
  const { random, state } = world;
  const edit = await anyEdit(world, base);
  if (!edit) return undefined;
  const { call, mine } = edit;
  const hasRevision = base.head !== state.head || random.chance(0.7);
  // A call of an id that was moved or deleted may be too late.
  const isMoved = differing(base.units, state.units).some((key) => /\|(?:id|alias#.*)$/.test(key));
  return {
    call: { ...call, ...(hasRevision && { revision: base.head }) },
    apply: ({ units }) => mergeUnits(base.units, units, withMoved(base.units, units, mine)),
    refusals: isMoved ? [400, 404, 409] : [],
  };
};

const somePosts = (world: World, probability: number): string[] => {
  const { random } = world;
  const posts = [somePost(world), random.chance(probability) ? somePost(world) : undefined];
  return [...new Set(posts.flatMap((post) => post?.id ?? []))];
};

const deletePosts: MakeAct = (world) => {
  const ids = somePosts(world, 0.2);
  if (ids.length === 0 || latest(world).content.posts.length < 4) return undefined;
  const edit = (units: Units) => ids.reduce(withoutPost, units);
  return ids.length === 1
    ? change('DELETE', `/api/posts/${encodeURIComponent(ids[0]!)}`, {}, edit)
    : change('POST', '/api/admin/posts/delete', { ids }, edit);
};

const setVisibility: MakeAct = (world) => {
  const ids = somePosts(world, 0.3);
  const hidden = world.random.chance(0.5);
  if (ids.length === 0) return undefined;
  const edit = (units: Units) =>
    withUnits(
      units,
      // A post may be gone since.
      ids.flatMap((id) => ownerOfId(units, id) ?? []).map((owner) => [`${owner}|hidden`, hidden]),
    );
  return ids.length === 1
    ? change('PATCH', `/api/posts/${encodeURIComponent(ids[0]!)}/visibility`, { hidden }, edit)
    : change('POST', '/api/admin/posts/visibility', { ids, hidden }, edit);
};

const openProposals = async ({ apps, send }: World): Promise<ProposalsResponse['proposals']> => {
  for (const app of apps) app.content.branches.forget();
  const response = await send({ method: 'GET', path: '/api/proposals' });
  return ((await response.json()) as ProposalsResponse).proposals;
};

/** Returns a proposal, with its files. */
const someProposal = async (world: World) => {
  const proposal = world.random.pick(await openProposals(world));
  const get = (path: string) => world.send({ method: 'GET', path });
  return proposal && readProposal({ get }, proposal.id);
};

const movePost: MakeAct = async (world) => {
  const { state, random, recent } = world;
  // Preferably a post that may be undone or published later.
  const touched = new Set(recent.slice(-9).flatMap(({ owners }) => [...owners]));
  const proposal = random.chance(0.5) ? await someProposal(world) : undefined;
  const isTouched = ({ id }: PostSource) =>
    proposal
      ? proposal.files.some(({ path }) => path === postPath(id))
      : touched.has(ownerOfId(state.units, id) ?? '');
  const some = random.pick(latest(world).content.posts.filter(isTouched));
  const from = (random.chance(0.7) && some ? some : somePost(world))?.id;
  if (from === undefined) return undefined;
  // Sometimes back to an address that it had.
  const alias = `${ownerOfId(state.units, from)}|alias#/blogs/`;
  const old = random.pick([...state.units.keys()].filter((key) => key.startsWith(alias)));
  const id = old !== undefined && random.chance(0.3) ? old.slice(alias.length) : newId(world);
  if (isPageId(from) !== isPageId(id)) return undefined;
  return change('POST', `/api/admin/posts/${encodeURIComponent(from)}/address`, { id }, (units) => {
    const linked = [...units].map(([key, value]) => {
      const isText = /\|p\d+p$/.test(key);
      return [key, isText ? value.replace(`(/blogs/${from})`, `(/blogs/${id})`) : value] as const;
    });
    return withUnits(new Map(linked), [[`${ownerOfId(units, from)}|id`, id]]);
  });
};

const renameTag: MakeAct = (world) => {
  const { random, fresh } = world;
  const from = random.pick(latest(world).content.posts.flatMap(({ tags }) => tags));
  const to = random.chance(0.5) ? `Tag ${fresh('w')}` : 'Sea';
  if (from === undefined || from === to) return undefined;
  const renamed = (key: string) =>
    key.endsWith(`|tag#${from}`) ? `${ownerOf(key)}|tag#${to}` : key;
  return change('POST', '/api/admin/tags/rename', { from, to }, (units) => {
    return new Map([...units].map(([key, value]) => [renamed(key), value]));
  });
};

const importPosts: MakeAct = (world) => {
  const { random, fresh, now } = world;
  const posts = Array.from({ length: 1 + random.int(2) }, (): PostSource => {
    const id = `import-${fresh('w').slice(1, -1)}`;
    const [title, createdAt] = [`Title ${fresh('w')}`, new Date(now()).toISOString()];
    const content = newContent(world, idsOf(latest(world)));
    return { id, title, tags: ['Sea'], hidden: false, createdAt, content };
  });
  const form = () => {
    const result = new FormData();
    for (const { id, title, createdAt, content } of posts) {
      const text = `---\ntitle: ${title}\ntags: [Sea]\ndate: ${createdAt}\n---\n\n${content}\n`;
      result.append('files', new Blob([text]), `${id}.md`);
    }
    return result;
  };
  return {
    call: { method: 'POST', path: '/api/admin/posts/upload', form },
    apply: ({ units }) => certain(posts.reduce(withPost, units)),
  };
};

const uploadPhoto: MakeAct = async (world) => {
  const filename = newFileName(world);
  const bytes = await samplePhoto('tide.gif');
  const apply: Act['apply'] = async ({ units }, response) => {
    const { id } = (await response?.json()) as { id: string };
    const photo = [
      [`${id}|filename`, JSON.stringify(filename)],
      [`${id}|bytes`, ANY],
    ] as const;
    return certain(new Map([...units, ...photo]));
  };
  const form = () => photoForm(filename, bytes);
  return { call: { method: 'POST', path: '/api/uploads', form }, apply };
};

const somePhoto = ({ random, state: { units } }: World): string | undefined =>
  random.pick([...units.keys()].flatMap((key) => (key.endsWith('|bytes') ? ownerOf(key) : [])));

const describePhoto: MakeAct = (world) => {
  const { random, fresh } = world;
  const id = somePhoto(world);
  const name = random.pick(['alt', 'caption', 'filename', 'focus'] as const)!;
  const value = {
    ...{ alt: `Alt ${fresh('w')}`, caption: `Caption ${fresh('w')}` },
    ...{ filename: newFileName(world), focus: { x: random.int(10) / 10, y: 0.5 } },
  }[name];
  if (id === undefined) return undefined;
  return change('PATCH', `/api/admin/uploads/${id}`, { [name]: value }, (units) =>
    withUnits(units, [[`${id}|${name}`, value]]),
  );
};

const deletePhoto: MakeAct = (world) => {
  const id = somePhoto(world);
  if (id === undefined) return undefined;
  return change('DELETE', `/api/admin/uploads/${id}`, {}, (units) => withoutOwner(units, id));
};

const postPathsIn = (files: Files): string[] =>
  [...files.keys()].filter((path) => /^(?:posts|pages)\/.*\.md$/.test(path)).sort();

const applied = (files: Files, changes: Changes = new Map()): Files => {
  const result = new Map(files);
  for (const [path, bytes] of changes) {
    if (bytes) result.set(path, bytes);
    else result.delete(path);
  }
  return result;
};

const HEADS = [
  (title: string) => `---\ntitle: ${title}\ndate: 2026-01-01\n---\n`,
  (title: string) => `+++\ntitle = "${title}"\ndate = 2026-01-01\n+++\n`,
  (title: string) => `${JSON.stringify({ title, date: '2026-01-01' }, null, 2)}\n`,
];

/** What others push: an edited, a moved, a deleted or a new file. */
export const pushedChanges = (world: World, files: Files): Changes => {
  const { random, fresh } = world;
  const ids = idsOf(latest(world));
  const path = random.pick(postPathsIn(files));
  const created = `posts/file-${fresh('w').slice(1, -1)}.md`;
  const change = (file: string, text: string | null): Changes =>
    new Map([[file, text === null ? null : Buffer.from(text)]]);
  const how = random.pick([
    ...['edit', 'edit', 'head', 'head', 'move', 'move', 'delete', 'short', 'readme', 'new'],
  ]);
  if (how === 'readme') return change('README.md', `Read ${fresh('w')}\n`);
  // In a short text, git may not recognise an edited one.
  if (how === 'short')
    return change(created, `Post ${fresh('o')}\n\n${fresh('p')} ${fresh('w')}\n`);
  if (how === 'new' || path === undefined) {
    const head = random.pick(HEADS)!(`Title ${fresh('w')}`);
    return change(created, `${head}\n${newContent(world, ids)}\n`);
  }
  if (how === 'delete') return change(path, null);
  const text = Buffer.from(files.get(path)!).toString();
  const [, head = '', body = ''] = /^((?:(---|\+\+\+)\n.*?\n\2\n|\{\n.*?\n\}\n)?)(.*)$/s
    .exec(text)!
    .filter((_, i) => i !== 2);
  if (how === 'head' && head !== '') return change(path, editHead(world, text));
  const edited = () => `${head}\n${editContent(world, body, ids)}\n`;
  if (how === 'edit' || path.startsWith('pages/')) return change(path, edited());
  const moved = text.includes(TEMPLATE[3]!) && random.chance(0.5) ? edited() : text;
  return new Map([...change(path, null), ...change(created, moved)]);
};

const push: MakeAct = async (world) => {
  const { state, site } = world;
  const changes = pushedChanges(world, state.files);
  await site.pushBytes(changes);
  return { apply: ({ files }) => certain(unitsOf(applied(files, changes)).units) };
};

const unchanged = ({ units }: State): Merged => certain(units);

/** Saves onto a branch; what is served stays. */
const propose: MakeAct = async (world) => {
  const { random, site } = world;
  const open = await openProposals(world);
  if (open.length > 4) return undefined;
  const id = random.chance(0.5) ? random.pick(open)?.id : undefined;
  const base = random.chance(0.7) ? latest(world) : older(world);
  const edit = await anyEdit(world, base);
  if (!edit) return undefined;
  const { call, mine } = edit;
  const check: Act['check'] = async (response) => {
    const proposal = response?.headers.get(PROPOSAL_HEADER) ?? undefined;
    // Without a change there is none.
    const branch = proposal === undefined ? undefined : site.branchOf(proposal);
    const { units } = await stateAt(site, await site.head(branch));
    const sent = withMoved(base.units, units, mine);
    const lost = differing(base.units, sent).filter((key) => {
      return units.get(key) !== sent.get(key) && sent.get(key) !== ANY;
    });
    return lost.map((key) => `the proposal ${branch ?? 'main'} lacks ${key}`);
  };
  const path = `${call.path}?proposal=${encodeURIComponent(id ?? 'new')}`;
  const refusals = [400, 404, 409];
  return {
    call: { ...call, path, revision: base.head },
    apply: unchanged,
    refusals,
    check,
  };
};

/** Pushes to a proposal, or opens one on a new branch. */
const pushProposal: MakeAct = async (world) => {
  const { random, state, site, fresh } = world;
  const open = await openProposals(world);
  const proposal = random.chance(0.6) ? random.pick(open) : undefined;
  if (!proposal && open.length > 4) return undefined;
  const branch = proposal ? site.branchOf(proposal.id) : `branch-${fresh('w')}`;
  const from = proposal ? undefined : (random.chance(0.6) ? state : older(world)).head;
  const changes = pushedChanges(world, await site.files(proposal?.head ?? from!));
  await site.pushBytes(changes, { branch, ...(from !== undefined && { from }) });
  if (!proposal) site.open(branch);
  return { apply: unchanged };
};

const publish: MakeAct = async (world) => {
  const { random, site } = world;
  const proposal = await someProposal(world);
  if (!proposal) return undefined;
  const { id, base: began, head, files } = proposal;
  const path = `/api/proposals/${encodeURIComponent(id)}`;
  const base = await stateAt(site, began);
  const file = random.chance(0.3) ? random.pick(files) : undefined;
  const whole = await stateAt(site, head);
  const isInSite = (path: string) =>
    isSameBytes(world.state.files.get(path), whole.files.get(path));
  // A photo and the logo have several files.
  const isAlone = file && !file.movedFrom && !/^(?:site\.json|assets|photos)/.test(file.path);
  const isLeft = isAlone && !isInSite(file.path);
  const without = isLeft ? [[file.path, base.files.get(file.path) ?? null] as const] : [];
  const mine = await stateAt(site, head, new Map(without));
  const body = { head, leaveOut: isLeft ? [{ file: file.path }] : [], decisions: [] };
  return {
    call: { method: 'POST', path: `${path}/publish`, body },
    apply: ({ units }) => mergeUnits(base.units, units, mine.units),
    ...{ sides: [base, mine], restores: true },
    // The rest stays a proposal. It may be half of a move, or overlap with the site.
    ...(isLeft ? { refusals: [400, 409] } : { merges: head }),
  };
};

const firstParents = async ({ site, state }: World, count: number): Promise<string[]> => {
  const commits = [state.head];
  while (commits.length < count) {
    const [parent] = await site.parents(commits.at(-1)!);
    if (parent === undefined) break;
    commits.push(parent);
  }
  return commits;
};

const undo: MakeAct = async (world) => {
  const { random, site, recent } = world;
  // Preferably a change of what was moved since.
  const moved = recent.filter(({ head, owners }, i) => {
    const later = recent.slice(i + 1).flatMap((each) => [...each.moved]);
    return head !== undefined && later.some((owner) => owners.has(owner));
  });
  const some = random.chance(0.4) ? random.pick(moved)?.head : undefined;
  const commit = some ?? random.pick(await firstParents(world, random.pick([3, 8, 30])!))!;
  const [parent] = await site.parents(commit);
  if (parent === undefined) return undefined;
  const [base, mine] = [await stateAt(site, commit), await stateAt(site, parent)];
  return {
    call: { method: 'POST', path: `/api/history/${commit}/undo`, body: { decisions: [] } },
    apply: ({ units }) => mergeUnits(base.units, units, mine.units),
    ...{ sides: [base, mine], restores: true },
    ...(changedPaths(base.files, mine.files).length === 0 && { refusals: [400] }),
  };
};

/** Connects the site to GitHub, or disconnects it. */
const relocate: MakeAct = async (world) => {
  const { site } = world;
  const before = await openProposals(world);
  const branches = before.map(({ id, head }) => [site.branchOf(id), head] as const);
  const response = await site.relocate?.(world.admin);
  if (!response) return undefined;
  const check: Act['check'] = async () => {
    if (!response.ok) return [`the content stays: ${await response.text()}`];
    const after = await openProposals(world);
    const heads = new Map(after.map(({ id, head }) => [site.branchOf(id), head]));
    return branches
      .filter(([branch, head]) => heads.get(branch) !== head)
      .map(([branch]) => `the proposal ${branch} is lost`);
  };
  return { apply: unchanged, check };
};

const restoreFile: MakeAct = async (world) => {
  const { random, state, site } = world;
  const commit = random.pick(await firstParents(world, 12))!;
  const old = await stateAt(site, commit);
  const path = random.pick([...postPathsIn(old.files), 'profile.json', 'experiences.json'])!;
  const owners = ownersIn(path, old.files.get(path));
  const present = ownersIn(path, state.files.get(path));
  const post = [...owners].find((owner) => old.units.has(`${owner}|id`));
  // The post is elsewhere now, or another one is there.
  if (
    post !== undefined &&
    !present.has(post) &&
    (state.units.has(`${post}|id`) || present.size > 0)
  )
    return undefined;
  const isOwn = (owner: string) => owners.has(owner) || present.has(owner);
  const own = new Map([...old.units].filter(([key]) => owners.has(ownerOf(key))));
  const restored = change('POST', `/api/history/${commit}/restore`, { path }, (units) => {
    // Others may have moved it meanwhile.
    const id = [...units].filter(([key]) => post !== undefined && key === `${post}|id`);
    return replaceOwners(units, isOwn, new Map([...own, ...id]));
  });
  return { ...restored, restores: true };
};

const restoreSite: MakeAct = async (world) => {
  const commit = world.random.pick(await firstParents(world, 10))!;
  const old = await stateAt(world.site, commit);
  // Newer photos and other files stay.
  const stays = (key: string) =>
    key.startsWith('README.md') ||
    (/^[0-9A-Z]{26}\|/.test(key) && !old.units.has(`${ownerOf(key)}|bytes`));
  const restored = change('POST', `/api/history/${commit}/site/restore`, {}, (units) => {
    const own = [...old.units].filter(([key]) => !key.startsWith('README.md'));
    return new Map([...[...units].filter(([key]) => stays(key)), ...own]);
  });
  return { ...restored, restores: true };
};

const wait: MakeAct = (world) => {
  world.wait((1 + world.random.int(48)) * 3_600_000);
  return { apply: unchanged };
};

/** All acts, each with its weight. */
export const ACTS: readonly (readonly [name: string, weight: number, make: MakeAct])[] = [
  ['save', 12, (world) => save(world, latest(world))],
  ['save from an older revision', 14, (world) => save(world, older(world))],
  ['delete posts', 4, deletePosts],
  ['hide or show', 4, setVisibility],
  ['move a post', 7, movePost],
  ['rename a tag', 2, renameTag],
  ['import', 2, importPosts],
  ['upload a photo', 3, uploadPhoto],
  ['describe a photo', 4, describePhoto],
  ['delete a photo', 4, deletePhoto],
  ['push', 9, push],
  ['propose', 8, propose],
  ['push to a proposal', 6, pushProposal],
  ['publish', 8, publish],
  ['undo', 16, undo],
  ['restore a file', 3, restoreFile],
  ['restore the site', 1, restoreSite],
  ['wait', 4, wait],
  ['connect or disconnect', 2, relocate],
];
