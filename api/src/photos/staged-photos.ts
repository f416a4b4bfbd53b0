import type { StoredBlob } from '../git-store/git-store.ts';
import { createSignatures } from '../signatures.ts';
import { ulid } from 'ulid';
import type { ImageType } from './image-types.ts';
import type { ImageFacts } from './measure-image.ts';
import { randomnessOf } from './photo.ts';

/** A cleaned photo that is stored as a blob but not committed yet. */
interface StagedPhoto extends Partial<ImageFacts> {
  /** The random part of the future photo's id, so that it is stored once. */
  readonly randomness?: string;
  readonly blob: StoredBlob;
  readonly sentName: string;
  readonly type: ImageType;
}

const DAY_MS = 24 * 60 * 60 * 1000;

interface SignedName {
  readonly photo: StagedPhoto;
  readonly until: number;
}

export type StagedPhotos = ReturnType<typeof createStagedPhotos>;

/**
 * Encodes staged photos in names for the client, so that instances need no state. They are signed
 * with keys derived from `secrets`: the first one signs, all verify.
 */
export const createStagedPhotos = (secrets: readonly string[]) => {
  const signatures = createSignatures(secrets, 'staged photos');
  return {
    /**
     * Returns a name for a photo, which is valid for one to two days; git removes uncommitted blobs
     * later. A photo is stored once, however often its name is sent.
     */
    nameOf: (photo: Omit<StagedPhoto, 'randomness'>): string => {
      const until = (Math.floor(Date.now() / DAY_MS) + 2) * DAY_MS;
      const named: SignedName = { photo: { ...photo, randomness: randomnessOf(ulid()) }, until };
      return signatures.seal(named);
    },
    /** Decodes a name; undefined if it is invalid or expired. */
    find: (name: string): StagedPhoto | undefined => {
      const named = signatures.open(name) as SignedName | undefined;
      return named && named.until > Date.now() ? named.photo : undefined;
    },
  };
};
