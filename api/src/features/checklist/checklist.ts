import {
  hasText,
  isPublic,
  resumeSections,
  type ChecklistItem,
  type ChecklistKind,
  type Experience,
  type PostLink,
} from 'content-schema';
import { photoIdAt } from 'content-schema/images-in-text';
import { isSame } from 'content-schema/merge';
import type { RouteDeps } from '../../core/http/deps.ts';
import { isOutdated, type LastBackup } from '../../core/last-backup.ts';
import { memoizeByIdentity } from '../../core/memo.ts';
import { blobShaOf } from '../../core/git-store/git-object-id.ts';
import { ENTITIES, type EntityName } from '../../core/reading/entities.ts';
import { publicPosts } from '../../core/reading/publication.ts';
import { createFinder } from '../../core/reading/addresses.ts';
import type { ContentSnapshot, PostEntry } from '../../core/reading/snapshot.ts';

const POSTS_MAX = 10;
const PATHS_MAX = 3;
const RESET_SHOWN_MS = 7 * 24 * 60 * 60 * 1000;

const item = (
  kind: ChecklistKind,
  count: number,
  more: Partial<ChecklistItem> = {},
): ChecklistItem[] => (count === 0 ? [] : [{ kind, count, posts: [], ...more }]);

const linkTo = ({ id, title }: PostLink): PostLink => ({ id, title });

const itemOfPosts = (kind: ChecklistKind, posts: readonly PostEntry[]): ChecklistItem[] =>
  item(kind, posts.length, { posts: posts.slice(0, POSTS_MAX).map(linkTo) });

type Entities = Pick<ContentSnapshot, EntityName>;

/** The default content, and the blobs of all its files. */
export interface Sample extends Entities {
  readonly blobs: ReadonlySet<string>;
}

export const readSample = async (
  read: () => Promise<ReadonlyMap<string, Uint8Array>>,
): Promise<Sample> => {
  const files = await read();
  const { site, profile, experiences, sections } = ENTITIES;
  return {
    site: site.file.read(files.get(site.path)).value,
    profile: profile.file.read(files.get(profile.path)).value,
    experiences: experiences.file.read(files.get(experiences.path)).value,
    sections: sections.file.read(files.get(sections.path)).value,
    blobs: new Set([...files.values()].map((bytes) => blobShaOf(bytes))),
  };
};

type Fields = readonly (readonly [name: string, value: unknown])[];

const isResumeSection = (name: string): boolean => name in resumeSections;

const withPrefix = (
  prefix: string,
  values: object,
  isIncluded: (name: string) => boolean,
): Fields =>
  Object.entries(values).flatMap(([name, value]) =>
    isIncluded(name) ? [[prefix + name, value]] : [],
  );

/** The texts of each kind, by the fields that edit them. */
const SAMPLE_TEXTS = {
  'sample-title': ({ site }) => [['site-title', site.title]],
  'sample-name': ({ profile }) => [['profile-name', profile.name]],
  'sample-texts': ({ site, profile, sections }) => [
    ['site-description', site.description],
    ...withPrefix('profile-', profile, (name) => name !== 'name' && name !== 'social'),
    ...withPrefix('profile-social.', profile.social, () => true),
    ...withPrefix('sections-', sections, (name) => !isResumeSection(name)),
  ],
  'sample-sections': ({ sections }) => withPrefix('sections-', sections, isResumeSection),
} satisfies Partial<Record<ChecklistKind, (entities: Entities) => Fields>>;

const sampleItem = (
  kind: keyof typeof SAMPLE_TEXTS,
  current: Entities,
  sample: Entities,
): ChecklistItem[] => {
  const texts = new Map(SAMPLE_TEXTS[kind](sample));
  const same = SAMPLE_TEXTS[kind](current).filter(
    ([field, text]) => hasText(text) && isSame(text, texts.get(field)),
  );
  return item(kind, same.length, { fields: same.map(([field]) => field) });
};

export const isSampleJob = ({ role, company }: Experience, { experiences }: Sample): boolean =>
  experiences.some((job) => job.role === role && job.company === company);

export const hasSampleLogo = ({ site, tree }: ContentSnapshot, { blobs }: Sample): boolean =>
  blobs.has(tree.get(site.logo?.path ?? '')?.sha ?? '');

const backupItem = async (
  lastBackup: LastBackup,
  { revision }: ContentSnapshot,
): Promise<ChecklistItem[]> => {
  const last = await lastBackup.read();
  if (last && !isOutdated(last, revision)) return [];
  return item(last ? 'old-backup' : 'local-only', 1);
};

type Options = Pick<
  RouteDeps,
  'authState' | 'defaultContent' | 'info' | 'lastBackup' | 'missedAddresses' | 'renamedPosts'
>;

/** Lists the open tasks of the owner; each kind at most once, the most important first. */
export const createChecklist = (options: Options) => {
  const { authState, defaultContent, lastBackup, info, renamedPosts, missedAddresses } = options;
  const readSampleOnce = memoizeByIdentity(readSample);
  return async (snapshot: ContentSnapshot): Promise<readonly ChecklistItem[]> => {
    const sample = await readSampleOnce(defaultContent);
    const posts = publicPosts(snapshot);
    const old = renamedPosts.oldAddresses(snapshot);
    const finds = createFinder(snapshot, new Set([...old.values()].flat()));
    const described = new Set(
      snapshot.photos.flatMap((photo) => (photo.details.alt ? [photo.id] : [])),
    );
    const about = (kind: ChecklistKind, pathsOf: (post: PostEntry) => readonly string[]) => {
      const all = posts.map((post) => ({ ...linkTo(post), paths: pathsOf(post) }));
      const affected = all.filter(({ paths }) => paths.length > 0);
      return item(kind, affected.flatMap(({ paths }) => paths).length, {
        posts: affected
          .slice(0, POSTS_MAX)
          .map((post) => ({ ...post, paths: post.paths.slice(0, PATHS_MAX) })),
      });
    };
    const undescribed = about('undescribed-pictures', ({ undescribed: addresses = [] }) =>
      addresses.filter((address) => !described.has(photoIdAt(address) ?? '')),
    );
    const missed = missedAddresses.list(snapshot);
    const hidden = snapshot.posts.filter((post) => !isPublic(post, snapshot.asOf));
    const isExposed = hidden.length > 0 && (await info.isPublic?.());
    const isResetNew = Date.now() - (authState.current().resetAt ?? -Infinity) < RESET_SHOWN_MS;
    return [
      ...item('sign-in-reset', isResetNew ? 1 : 0),
      ...(info.kind === 'local' ? await backupItem(lastBackup, snapshot) : []),
      ...itemOfPosts('public-repository', isExposed ? hidden : []),
      ...sampleItem('sample-title', snapshot, sample),
      ...sampleItem('sample-name', snapshot, sample),
      ...sampleItem('sample-texts', snapshot, sample),
      ...item('sample-logo', hasSampleLogo(snapshot, sample) ? 1 : 0, {
        fields: ['site-logo.alt'],
      }),
      ...item(
        'sample-experiences',
        snapshot.experiences.filter((job) => isSampleJob(job, sample)).length,
      ),
      ...sampleItem('sample-sections', snapshot, sample),
      ...itemOfPosts(
        'sample-posts',
        posts.filter(({ blob }) => sample.blobs.has(blob)),
      ),
      ...undescribed.map((photo) => ({ ...photo, posts: photo.posts.map(linkTo) })),
      ...about('dead-links', ({ paths = [] }) => paths.filter((path) => !finds(path))),
      ...about('renamed-posts', ({ id }) => old.get(id) ?? []),
      ...item('missed-addresses', missed.length, { addresses: missed }),
    ];
  };
};
