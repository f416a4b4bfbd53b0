import type { FileProblem } from 'content-schema';
import type { UnreadableObject } from '../../git-store/errors.ts';
import { sniffImageType } from '../../photos/image-types.ts';
import type { Photo } from '../../photos/photo.ts';
import { readText } from './text-file.ts';

/** Bytes: what stands in place of a picture, such as a pointer of Git LFS, is rarely longer. */
const TINY_BYTES = 512;

/** Whether a picture is so small that it may be none: then its bytes are looked at. */
export const isTiny = ({ size }: Photo): boolean => size > 0 && size <= TINY_BYTES;

/** Why a file that is named as a picture is none. */
export const pictureProblems = (
  content: Uint8Array | UnreadableObject | undefined,
): readonly FileProblem[] => {
  if (!(content instanceof Uint8Array)) {
    return [{ message: `It can't be read: ${content?.message ?? ''}` }];
  }
  if (sniffImageType(content)) return [];
  const { problem, isNoText } = readText(content);
  return [{ message: (isNoText && problem?.message) || 'It is not a picture' }];
};
