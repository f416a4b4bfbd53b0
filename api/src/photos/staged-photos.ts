import type { StoredBlob } from '../git-store/git-store.ts';
import { createSignatures } from '../signatures.ts';
import type { ImageType } from './image-types.ts';
import type { PictureFacts } from './measure-picture.ts';

/** A cleaned photo that is stored but in no commit yet. */
interface StagedPhoto extends Partial<PictureFacts> {
  readonly blob: StoredBlob;
  readonly sentName: string;
  readonly type: ImageType;
}

/** Names staged photos to the client, so that no instance has to know them. */
export interface StagedPhotos {
  /** A name for a photo, good for a day or two: git removes what no commit takes after some more. */
  nameOf(photo: StagedPhoto): string;
  /** Undefined for a name that `nameOf` did not make, or whose time has passed. */
  find(name: string): StagedPhoto | undefined;
}

const DAY_MS = 24 * 60 * 60 * 1000;

interface Named {
  readonly photo: StagedPhoto;
  readonly until: number;
}

/** Names signed with keys that are derived from `secrets`: the first signs, all verify. */
export const createStagedPhotos = (secrets: readonly string[]): StagedPhotos => {
  const signatures = createSignatures(secrets, 'staged photos');
  return {
    nameOf: (photo) => {
      const named: Named = { photo, until: (Math.floor(Date.now() / DAY_MS) + 2) * DAY_MS };
      const text = Buffer.from(JSON.stringify(named)).toString('base64url');
      return `${text}.${signatures.sign(text)}`;
    },
    find: (name) => {
      const [text = '', signature = ''] = name.split('.');
      if (!signatures.verifies(text, signature)) return undefined;
      const { photo, until } = JSON.parse(Buffer.from(text, 'base64url').toString()) as Named;
      return until > Date.now() ? photo : undefined;
    },
  };
};
