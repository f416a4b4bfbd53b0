import type { StoredBlob } from '../git-store/git-store.ts';
import { createSignatures } from '../signatures.ts';
import { ulid } from 'ulid';
import type { PhotoType } from './image-types.ts';
import type { ImageFacts } from './measure-image.ts';
import { randomnessOf } from './photo.ts';

/** A cleaned photo that is stored as a blob but not committed yet. */
export interface StagedPhoto extends Partial<ImageFacts> {
  /** The random part of the future photo's id, so that it is stored once. */
  readonly randomness?: string;
  readonly blob: StoredBlob;
  readonly sentName: string;
  readonly type: PhotoType;
}

/** Git removes uncommitted blobs later. */
const NAME_MS = 2 * 24 * 60 * 60 * 1000;

export type StagedPhotos = ReturnType<typeof createStagedPhotos>;

/** Names hold the photos, so that instances need no state. They are signed for one repository. */
export const createStagedPhotos = (secrets: readonly string[], repository: string) => {
  const signatures = createSignatures(secrets, `staged photos, ${repository}`);
  return {
    /** Returns a name for a photo, which is stored once, however often its name is sent. */
    nameOf: (photo: Omit<StagedPhoto, 'randomness'>): string => {
      const named: StagedPhoto = { ...photo, randomness: randomnessOf(ulid()) };
      return signatures.seal({ photo: named }, Date.now() + NAME_MS);
    },
    /** Decodes a name; undefined if it is invalid or expired. */
    find: (name: string) => signatures.open(name)?.data['photo'] as StagedPhoto | undefined,
  };
};
