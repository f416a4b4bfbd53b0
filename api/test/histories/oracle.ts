/** What must hold after each act, also one that failed. */
import { addressOf, SAVED_COMMIT_HEADER, type ContentOf, type PostSource } from 'content-schema';
import { setTimeout as delay } from 'node:timers/promises';
import type { Files } from '../files.ts';
import type { RunningApp } from '../run-app.ts';
import type { Act, State } from './acts.ts';
import type { Random } from './random.ts';
import {
  ANY,
  ENTITY_NAMES,
  MARK,
  WORD,
  addEntity,
  addPost,
  changedPaths,
  collect,
  differing,
  isSameBytes,
  ownerOf,
  ownersIn,
  type Merged,
  type Units,
} from './units.ts';

const wordsIn = (text: string): string[] => text.match(WORD) ?? [];

/** What came of an act. */
export interface Outcome {
  readonly act: Act;
  /** Absent for a push. */
  readonly response?: Response;
  /** The content right before the act's own commit. */
  readonly theirs: State;
  readonly expected: Merged;
  readonly after: State;
  /** The parents of the newest commit. */
  readonly parents: readonly string[];
  /** The owners whose conflicts were decided: their units are those of any side. */
  readonly decided?: ReadonlySet<string>;
  /** Whether others pushed during the act. */
  readonly isRaced: boolean;
}

/** The names under which what is gone comes back: the last ones. */
const NAME = /\|(?:id|filename)$/;

const unitProblems = ({ act, expected, theirs, after, decided }: Outcome): string[] =>
  differing(expected.units, after.units).flatMap((key) => {
    const [value, actual] = [expected.units.get(key), after.units.get(key)];
    const owner = ownerOf(key);
    const isBack = act.restores && NAME.test(key) && !theirs.units.has(key);
    if ((value === ANY || isBack) && actual !== undefined) return [];
    // Whether a move adds an alias depends on whether the post was public there.
    const ids = [theirs, after].map(({ units }) => units.get(`${owner}|id`) ?? '""');
    const isOwn = ids.some((id) => key === `${owner}|alias#${addressOf(JSON.parse(id) as string)}`);
    if (ids[0] !== ids[1] && isOwn) return [];
    const isOfASide = [theirs, ...(act.sides ?? [])].some(({ units }) => units.get(key) === actual);
    if (decided?.has(owner) && (key.endsWith('|id') || isOfASide)) return [];
    return [`${key} is ${actual ?? 'absent'} instead of ${value ?? 'absent'}`];
  });

/** Returns the changed files that have no changed units. */
const touchedInVain = ({ act, theirs, after }: Outcome): string[] => {
  const changed = new Set(differing(theirs.units, after.units).map(ownerOf));
  return changedPaths(theirs.files, after.files).filter((path) => {
    const owners = [theirs, after].flatMap(({ files }) => [...ownersIn(path, files.get(path))]);
    const isLogo = path === 'site.json' && changed.has('assets/logo.svg');
    return !act.restores && !isLogo && !owners.some((owner) => changed.has(owner));
  });
};

/** The exact bytes that a merge must lead to if nobody has touched its files since. */
const exactFiles = ({ act: { sides }, theirs, after }: Outcome): Files | undefined => {
  if (!sides) return undefined;
  const [base, mine] = sides;
  const paths = changedPaths(base.files, mine.files);
  const isUntouched = paths.every((path) =>
    isSameBytes(base.files.get(path), theirs.files.get(path)),
  );
  // What was restored since, and moved, is not restored again, or under its last name.
  const isElsewhere = paths.some((path) => {
    const owners = base.files.has(path) ? new Set() : ownersIn(path, mine.files.get(path));
    return differing(mine.units, after.units).some(
      (key) =>
        NAME.test(key) && owners.has(ownerOf(key)) && after.units.has(key) && !base.units.has(key),
    );
  });
  return isUntouched && !isElsewhere && paths.length > 0
    ? new Map(paths.map((path) => [path, mine.files.get(path)!]))
    : undefined;
};

/** Checks the response of an act, its commit and the files after it. */
export const problemsOfAct = (outcome: Outcome): string[] => {
  const { act, response, theirs, expected, after, decided, isRaced } = outcome;
  const status = response?.status ?? 200;
  const exact = exactFiles(outcome);
  const isNew = after.head !== theirs.head;
  const problems: string[] = [];
  if (status === 202 || status >= 400) {
    if (isNew) problems.push(`a response with ${status} made a commit`);
    const isConflict = expected.conflicts.length > 0 || expected.shared.size > 0;
    // Keys that no field has are in the lines beside.
    const isBeside = [...expected.units.keys()].some((key) => {
      return key.includes('|key#') && expected.shared.has(ownerOf(key));
    });
    const isTaken = expected.conflicts.some((key) => key.endsWith('|id'));
    const isAllowed =
      status === 202 ||
      (status === 400 && act.sides && isTaken) ||
      act.refusals?.includes(status) ||
      (isConflict && exact === undefined && (status === 409 || (status === 422 && isBeside))) ||
      (isRaced && [400, 404, 409].includes(status));
    return isAllowed ? problems : [...problems, `the status is ${status}`];
  }
  problems.push(
    ...unitProblems(outcome),
    ...after.doubled
      .filter((key) => !theirs.doubled.includes(key))
      .map((key) => `${key} is there twice`),
  );
  if (!decided && expected.conflicts.length > 0) {
    problems.push(`nothing was asked about ${expected.conflicts.join(', ')}`);
  }
  if (!response) return problems;
  if (isNew && response.headers.get(SAVED_COMMIT_HEADER) !== after.head) {
    problems.push('the response does not name the commit');
  }
  const parents = [theirs.head, act.merges ?? []].flat().join();
  // If a decision drops what was left out, nothing of the proposal is left.
  const isWhole = decided && outcome.parents.join() === `${theirs.head},${act.sides?.[1].head}`;
  if ((isNew || act.merges) && outcome.parents.join() !== parents && !isWhole) {
    problems.push('the commit has other parents');
  }
  problems.push(
    ...touchedInVain(outcome).map((path) => `${path} was changed without a reason`),
    ...[...(exact ?? [])]
      .filter(([path, bytes]) => !isSameBytes(after.files.get(path), bytes))
      .map(([path]) => `${path} is not as it was before`),
  );
  return problems;
};

/** A post as visitors may see it. */
interface Seen {
  readonly id: string;
  readonly isPublic: boolean;
  readonly words: readonly string[];
  readonly title: string;
  /** In a short text, git may not recognise an edited one. */
  readonly isShort: boolean;
}

const SHORT = 100;

const postsIn = (units: Units, now: number): ReadonlyMap<string, Seen> => {
  const owners = [...units.keys()].filter((key) => key.endsWith('|id')).map(ownerOf);
  return new Map(
    owners.map((owner) => {
      const get = (name: string) =>
        JSON.parse(units.get(`${owner}|${name}`) ?? 'null') as string | null;
      const published = get('publishDate') ?? get('createdAt') ?? '1970-01-01';
      const expiry = get('expiryDate') ?? '9999-12-31';
      const isDue = Date.parse(published) <= now && now < Date.parse(expiry);
      const isPublic = units.get(`${owner}|hidden`) === 'false' && isDue;
      const own = [...units].filter(([key]) => ownerOf(key) === owner && !key.includes('|tag#'));
      const words = own.flatMap(([, value]) => wordsIn(value));
      const isShort = (get('rest') ?? '').length < SHORT;
      const [id, title] = [get('id') ?? '', get('title') ?? ''];
      return [owner, { id, title, isPublic, words, isShort }] as const;
    }),
  );
};

/** Switches, and the units that they hide. */
const SWITCHES: readonly (readonly [key: string, hidden: RegExp])[] = [
  ...['email', 'linkedin', 'github'].map(
    (name) =>
      [
        `profile|contactVisibility.${name}`,
        new RegExp(`^profile\\|(?:social\\.)?${name}$`),
      ] as const,
  ),
  ['profile|highlightsEnabled', /^profile\|(?:availability|focusAreas)/],
  ...['educations', 'programmingLanguages', 'languagesSpoken', 'achievements'].map(
    (name) => [`sections|${name}.visible`, new RegExp(`^sections[/|]${name}\\.items`)] as const,
  ),
];

/** The words of hidden posts and fields. */
const secretsIn = (units: Units, posts: readonly Seen[]): ReadonlySet<string> => {
  const wordsOf = (isPublic: boolean) =>
    posts.flatMap((post) => (post.isPublic === isPublic ? post.words : []));
  const shown = new Set(wordsOf(true));
  const off = SWITCHES.filter(([key]) => units.get(key) === 'false');
  const fields = [...units].filter(([key]) => off.some(([, hidden]) => hidden.test(key)));
  return new Set([
    ...wordsOf(false).filter((word) => !shown.has(word)),
    ...fields.flatMap(([key, value]) => wordsIn(key + value)),
  ]);
};

const OUTPUTS = [
  ...['/feed.json', '/feed.json', '/feed.xml', '/sitemap.xml', '/search-index.json', '/llms.txt'],
  ...['/resume.json', '/api/content?posts=summary'],
  ...['/', '/blogs', '/blogs?page=2', '/tags', '/experiences'],
];

/** What an instance has shown to visitors, by the posts' marks. */
export interface Shown {
  /** The posts that addresses have led to. */
  readonly addresses: Map<string, string>;
  readonly feedIds: Map<string, string>;
  /** The last commit that it has served, and its store. */
  head?: string;
  kind?: string;
}

/** Follows one redirect; an unknown path is redirected to the home page. */
const follow = async ({ visitor }: RunningApp, address: string): Promise<number> => {
  const response = await visitor.get(address);
  const location = response.headers.get('location');
  if (location === '/') return 404;
  return location === null ? response.status : (await visitor.get(location)).status;
};

const LOOKS = 40;

/** Looks repeatedly, since old addresses may be read in the background. */
const addressProblems = async (app: RunningApp, address: string, post: Seen | undefined) => {
  // A post that was added by the commit that deleted it, and is similar, counts as the same.
  const expected = [
    ...(!post || post.isPublic ? [200] : []),
    ...(post?.isPublic && !post.isShort ? [] : [404, 410]),
  ];
  let status = 0;
  for (let looks = 0; looks < LOOKS; looks += 1) {
    status = await follow(app, address);
    if (expected.includes(status)) return [];
    await delay(50);
  }
  const outcome = post ? `at ${post.id}, ${post.isPublic ? '' : 'not '}public` : 'gone';
  return [
    `${address} leads to ${status} instead of ${expected.join(' or ')}; its post is ${outcome}`,
  ];
};

/** Checks that a response has all units, of posts without their former addresses. */
const servedProblems = (content: ContentOf<PostSource>, { units }: State): string[] => {
  const served = collect((add) => {
    for (const post of content.posts) addPost(add, post.id, { ...post });
    for (const name of ENTITY_NAMES) addEntity(add, name, content[name]);
  }).units;
  return differing(served, units)
    .filter(
      (key) => served.has(key) || !/\|(?:alias|key)#|^(?:assets|README|[0-9A-Z]{26}\|)/.test(key),
    )
    .map((key) => {
      const [actual, value] = [served.get(key), units.get(key)];
      return `${key} is served as ${actual ?? 'absent'} instead of ${value ?? 'absent'}`;
    });
};

const feedIdProblems = (text: string, { feedIds }: Shown): string[] => {
  const { items } = JSON.parse(text) as { items: { id: string; content_html: string }[] };
  return items.flatMap(({ id, content_html }) => {
    const mark = MARK.exec(content_html)?.[0] ?? id;
    const before = feedIds.get(mark) ?? id;
    feedIds.set(mark, id);
    return before === id ? [] : [`the feed's id of ${mark} was ${before} and is ${id}`];
  });
};

/** Checks what the administrator and visitors get from one instance. */
export const problemsOfReads = async (
  app: RunningApp,
  content: ContentOf<PostSource>,
  state: State,
  { random, now, shown }: { random: Random; now: number; shown: Shown },
): Promise<string[]> => {
  const problems = servedProblems(content, state);
  const posts = postsIn(state.units, now);
  const secrets = secretsIn(state.units, [...posts.values()]);
  const some = random.pick([...posts.values()]);
  const isPostShown = some && random.chance(0.3);
  const outputs = ['/api/content', isPostShown ? addressOf(some.id) : random.pick(OUTPUTS)!];
  for (const path of outputs) {
    const response = await app.visitor.get(path);
    const text = await response.text();
    if (response.status >= 500) problems.push(`${path} answers ${response.status}`);
    const leaked = [...new Set(wordsIn(text))].filter((word) => secrets.has(word));
    if (leaked.length > 0) problems.push(`${path} shows ${leaked.join(', ')}, which is hidden`);
    if (path === '/feed.json') problems.push(...feedIdProblems(text, shown));
    if (path !== '/api/content') continue;
    for (const { id, title, isPublic } of posts.values()) {
      const isAbsent = !wordsIn(title).every((word) => text.includes(word));
      if (isPublic && !id.startsWith('page:') && isAbsent) {
        problems.push(`visitors do not get the public post ${id}`);
      }
    }
  }
  const { addresses } = shown;
  for (const [owner, post] of posts) {
    const address = addressOf(post.id);
    if (post.isPublic) addresses.set(address, owner);
    else if (addresses.get(address) !== owner) addresses.delete(address);
  }
  const [address, owner = ''] = random.pick([...addresses]) ?? [];
  if (address !== undefined) {
    problems.push(...(await addressProblems(app, address, posts.get(owner))));
  }
  return problems;
};
