import {
  decodeAddress,
  hasText,
  isPublic,
  resumeSections,
  tagKey,
  withoutPages,
  type ChecklistItem,
  type ChecklistKind,
  type Experience,
  type PostLink,
  type Profile,
  type Sections,
  type Site,
} from 'content-schema';
import { photoIdAt } from 'content-schema/images-in-text';
import { isSame } from 'content-schema/merge';
import { isOutdated, type LastBackup } from '../../backup/last-backup.ts';
import { memoizeByIdentity } from '../../memo.ts';
import type { StoreInfo } from '../../git-store/git-store.ts';
import { blobShaOf } from '../../git-store/git-object-id.ts';
import { publicPosts } from './publication.ts';
import type { RenamedPosts } from '../history/renamed-posts.ts';
import { postAt } from '../posts/addresses.ts';
import type { MissedAddresses } from '../posts/missed-addresses.ts';
import type { ContentSnapshot, PostEntry } from './snapshot.ts';

const POSTS_MAX = 10;
const PATHS_MAX = 3;

const LISTS = new Set(['', 'blogs', 'experiences', 'tags', 'login']);
const FILE = /\.[a-z\d]{2,5}$/i;

/**
 * Returns a predicate: whether visitors find a page at a path, or are redirected to one. The path
 * may have a query and a fragment. `renamed` are addresses that posts had before.
 */
export const createFinder = (snapshot: ContentSnapshot, renamed: ReadonlySet<string>) => {
  const visible = withoutPages(publicPosts(snapshot));
  const tags = new Set(visible.flatMap((post) => post.tags.map(tagKey)));
  const photoNames = new Set(snapshot.photos.flatMap(({ id, filename }) => [id, filename]));
  return (address: string): boolean => {
    const path = address.replace(/[?#].*$/, '').replace(/\/+$/, '');
    const post = postAt(snapshot, path);
    if (renamed.has(path) || (post && isPublic(post, snapshot.asOf))) return true;
    const [first = '', second, third] = path.split('/').slice(1).map(decodeAddress);
    if (second === undefined) return LISTS.has(first) || FILE.test(first);
    if (first === 'photos') return photoNames.has(second);
    if (first !== 'blogs') return true;
    if (third !== undefined) return second === 'tags' && tags.has(tagKey(third));
    return /^\d+$/.test(second) && Number(second) < visible.length;
  };
};

const item = (
  kind: ChecklistKind,
  posts: readonly PostEntry[] = [],
  count = posts.length,
): ChecklistItem[] => {
  const links = posts.slice(0, POSTS_MAX).map(({ id, title }): PostLink => ({ id, title }));
  return count === 0 ? [] : [{ kind, count, posts: links }];
};

interface Entities {
  readonly site: Pick<Site, 'title' | 'description'>;
  readonly profile: Profile;
  readonly experiences: readonly Experience[];
  readonly sections: Sections;
}

interface Sample extends Entities {
  /** The blob ids of the default files. */
  readonly blobs: ReadonlySet<string>;
}

const readSample = async (
  read: () => Promise<ReadonlyMap<string, Uint8Array>>,
): Promise<Sample> => {
  const files = await read();
  const json = (name: string) =>
    JSON.parse(Buffer.from(files.get(`${name}.json`) ?? '{}').toString()) as unknown;
  return {
    site: json('site') as Site,
    profile: json('profile') as Profile,
    experiences: json('experiences') as Experience[],
    sections: json('sections') as Sections,
    blobs: new Set([...files.values()].map((bytes) => blobShaOf(bytes))),
  };
};

const withPrefix = (prefix: string, values: object): [name: string, value: unknown][] =>
  Object.entries(values).map(([name, value]) => [`${prefix}${name}`, value]);

const isResumeSection = (name: string): boolean => name in resumeSections;

const sectionFields = (sections: Sections, isIncluded: (name: string) => boolean) =>
  Object.entries(sections).flatMap(([name, value]): [field: string, value: unknown][] =>
    isIncluded(name) ? [[`sections-${name}`, value]] : [],
  );

/** Returns the texts that the dashboard edits, except title and name, by their fields. */
const textsOf = ({ site, profile, sections }: Entities): Map<string, unknown> => {
  const { name: _name, social, ...texts } = profile;
  return new Map([
    ['site-description', site.description],
    ...withPrefix('profile-', texts),
    ...withPrefix('profile-social.', social),
    ...sectionFields(sections, (name) => !isResumeSection(name)),
  ]);
};

/** Returns the sections that the experiences page edits, by their fields. */
const sectionsOf = ({ sections }: Entities) => new Map(sectionFields(sections, isResumeSection));

/** Finds the fields that have the same text as in the sample. */
const sameFields = (
  values: ReadonlyMap<string, unknown>,
  sample: ReadonlyMap<string, unknown>,
): string[] =>
  [...values].flatMap(([field, value]) =>
    hasText(value) && isSame(value, sample.get(field)) ? [field] : [],
  );

const fieldsItem = (kind: ChecklistKind, fields: readonly string[]): ChecklistItem[] =>
  item(kind, [], fields.length).map((it) => ({ ...it, fields }));

const isSameJob = (one: Experience, other: Experience): boolean =>
  one.role === other.role && one.company === other.company;

const hasSampleLogo = ({ site, tree }: ContentSnapshot, { blobs }: Sample): boolean =>
  blobs.has(tree.get(site.logo?.path ?? '')?.sha ?? '');

const backupItem = async (
  lastBackup: LastBackup | undefined,
  { revision }: ContentSnapshot,
): Promise<ChecklistItem[]> => {
  const last = await lastBackup?.read();
  if (!lastBackup || (last && !isOutdated(last, revision))) return [];
  return item(last ? 'old-backup' : 'local-only', [], 1);
};

interface Options {
  readonly defaultContent: () => Promise<ReadonlyMap<string, Uint8Array>>;
  /** Undefined if the content is at GitHub. */
  readonly lastBackup: LastBackup | undefined;
  readonly info: Pick<StoreInfo, 'isPublic'>;
  readonly renamedPosts: Pick<RenamedPosts, 'oldAddresses'>;
  readonly missedAddresses: Pick<MissedAddresses, 'list'>;
}

/**
 * Returns a function that lists the open tasks of the owner; each kind at most once, the most
 * important first.
 */
export const createChecklist = ({ defaultContent, lastBackup, info, ...addresses }: Options) => {
  const readSampleOnce = memoizeByIdentity(readSample);
  return async (snapshot: ContentSnapshot): Promise<readonly ChecklistItem[]> => {
    const sample = await readSampleOnce(defaultContent);
    const posts = publicPosts(snapshot);
    const old = addresses.renamedPosts.oldAddresses(snapshot);
    const finds = createFinder(snapshot, new Set([...old.values()].flat()));
    const dead = new Map(
      posts.map(({ id, paths = [] }) => [id, paths.filter((path) => !finds(path))]),
    );
    const described = new Set(
      snapshot.photos.flatMap((photo) => (photo.details.alt ? [photo.id] : [])),
    );
    const undescribed = posts.map(
      (post) => (post.undescribed ?? []).filter((it) => !described.has(photoIdAt(it) ?? '')).length,
    );
    const about = (kind: ChecklistKind, counts: readonly number[]) =>
      item(
        kind,
        posts.filter((_, index) => counts[index] !== 0),
        counts.reduce((sum, count) => sum + count, 0),
      );
    const missed = addresses.missedAddresses.list(snapshot);
    const hidden = snapshot.posts.filter((post) => !isPublic(post, snapshot.asOf));
    const isExposed = hidden.length > 0 && (await info.isPublic?.());
    const aboutPaths = (kind: ChecklistKind, pathsById: ReadonlyMap<string, readonly string[]>) => {
      const pathsOf = ({ id }: PostLink) => pathsById.get(id) ?? [];
      const items = about(
        kind,
        posts.map((post) => pathsOf(post).length),
      );
      const withPaths = (post: PostLink) => ({ ...post, paths: pathsOf(post).slice(0, PATHS_MAX) });
      return items.map((it) => ({ ...it, posts: it.posts.map(withPaths) }));
    };
    return [
      ...(await backupItem(lastBackup, snapshot)),
      ...item('public-repository', isExposed ? hidden : []),
      ...fieldsItem(
        'sample-title',
        snapshot.site.title === sample.site.title ? ['site-title'] : [],
      ),
      ...fieldsItem(
        'sample-name',
        snapshot.profile.name === sample.profile.name ? ['profile-name'] : [],
      ),
      ...fieldsItem('sample-texts', sameFields(textsOf(snapshot), textsOf(sample))),
      ...fieldsItem('sample-logo', hasSampleLogo(snapshot, sample) ? ['site-logo.alt'] : []),
      ...item(
        'sample-experiences',
        [],
        snapshot.experiences.filter((experience) =>
          sample.experiences.some((job) => isSameJob(experience, job)),
        ).length,
      ),
      ...fieldsItem('sample-sections', sameFields(sectionsOf(snapshot), sectionsOf(sample))),
      ...item(
        'sample-posts',
        posts.filter(({ blob }) => sample.blobs.has(blob)),
      ),
      ...about('undescribed-pictures', undescribed),
      ...aboutPaths('dead-links', dead),
      ...aboutPaths('renamed-posts', old),
      ...item('missed-addresses', [], missed.length).map((it) => ({ ...it, addresses: missed })),
    ];
  };
};
