import {
  EXPERIENCES_PATH,
  PROFILE_PATH,
  SECTIONS_PATH,
  SITE_PATH,
  experiencesFields,
  profileFields,
  readValue,
  sectionsFields,
  sortPosts,
  storedSiteFields,
} from 'content-schema';
import type { BlobSha, CommitSha, Tree } from '../../git-store/git-store.ts';
import { photosOf } from '../../photos/photo.ts';
import { decodeText, type BlobCache } from './blob-cache.ts';
import { createEntityFile } from './entity-file.ts';
import { mapYielding } from './map-yielding.ts';
import { createPostEntries, postFilesOf } from '../posts/post-entry.ts';
import type { ContentSnapshot, WarnOfFile } from './snapshot.ts';

export interface SnapshotLoader {
  /**
   * Parses what of the tree has not been parsed before; what did not change is the same object as
   * in the snapshot before. Requests are answered in between, however much there is to parse.
   */
  load(revision: CommitSha, tree: Tree): Promise<ContentSnapshot>;
}

interface Options {
  readonly blobs: BlobCache;
  readonly maxBytes: number;
  readonly warn: WarnOfFile;
}

export const createSnapshotLoader = ({ blobs, maxBytes, warn }: Options): SnapshotLoader => {
  const site = createEntityFile({
    path: SITE_PATH,
    fromJson: (json) => readValue(storedSiteFields, json),
    warn,
  });
  const profile = createEntityFile({
    path: PROFILE_PATH,
    fromJson: (json) => readValue(profileFields, json),
    warn,
  });
  const experiences = createEntityFile({
    path: EXPERIENCES_PATH,
    fromJson: (json) => readValue(experiencesFields, json),
    warn,
  });
  const sections = createEntityFile({
    path: SECTIONS_PATH,
    fromJson: (json) => readValue(sectionsFields, json),
    warn,
  });
  const posts = createPostEntries(maxBytes, warn);

  return {
    load: async (revision, tree) => {
      const files = postFilesOf(tree);
      const known = new Map(files.map((file) => [file.path, posts.known(file)]));
      const unknown = files.filter(({ path }) => !known.get(path));
      const entities = [site, profile, experiences, sections].flatMap(
        (it) => it.blobIn(tree) ?? [],
      );
      const bytes = await blobs.read([...entities, ...unknown.map(({ blob }) => blob)]);
      const textOf = (blob: BlobSha): string => decodeText(bytes.get(blob));
      return {
        revision,
        tree,
        site: site.read(tree, textOf),
        profile: profile.read(tree, textOf),
        experiences: experiences.read(tree, textOf),
        sections: sections.read(tree, textOf),
        posts: sortPosts(
          await mapYielding(
            files,
            (file) => known.get(file.path) ?? posts.parse(file, textOf(file.blob)),
          ),
        ),
        photos: photosOf(tree),
      };
    },
  };
};
