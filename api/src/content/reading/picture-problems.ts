import type { FileProblem } from 'content-schema';
import { UnreadableObject } from '../../git-store/errors.ts';
import type { BlobStart } from '../../git-store/git-store.ts';
import { sniffImageType } from '../../photos/image-types.ts';
import { readText } from './text-file.ts';

/**
 * Why a file that is named as a picture is none, by how it begins. Of bytes that are no text nothing
 * can be said where the store doesn't tell them. Undefined when nothing is known of the file.
 */
export const pictureProblems = (
  start: BlobStart | undefined,
): readonly FileProblem[] | undefined => {
  if (start === undefined) return undefined;
  if (start instanceof UnreadableObject) {
    return [{ message: `It can't be read: ${start.message}` }];
  }
  if (start === 'binary' || sniffImageType(start)) return [];
  const { problem, isNoText } = readText(start);
  return [{ message: (isNoText && problem?.message) || 'It is not a picture' }];
};
