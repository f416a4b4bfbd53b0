import type { FileProblem } from 'content-schema';
import { UnreadableObject } from '../../git-store/errors.ts';
import type { BlobStart } from '../../git-store/git-store.ts';
import { sniffImageType } from '../../photos/image-types.ts';
import { readText } from './text-file.ts';

/**
 * Returns the problems of an image file, judged by its first bytes; undefined if they are unknown.
 * Some stores only know that a file is binary; such a file is assumed to be an image.
 */
export const imageProblems = (start: BlobStart | undefined): readonly FileProblem[] | undefined => {
  if (start === undefined) return undefined;
  if (start instanceof UnreadableObject) {
    return [{ message: `It can't be read: ${start.message}` }];
  }
  if (start === 'binary' || sniffImageType(start)) return [];
  const { problem, isNoText } = readText(start);
  return [{ message: (isNoText && problem?.message) || 'It is not a picture' }];
};
