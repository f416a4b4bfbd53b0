import type { Problem } from 'content-schema';
import { addressProblems } from '../../core/reading/addresses.ts';
import type { ContentSnapshot } from '../../core/reading/snapshot.ts';

/** Returns the problems that only the content with a proposal has, also if their line has moved. */
export const newProblems = (before: ContentSnapshot, after: ContentSnapshot): Problem[] => {
  const problemsOf = (snapshot: ContentSnapshot) => [
    ...snapshot.problems,
    ...addressProblems(snapshot),
  ];
  const keyOf = ({ path, message }: Problem): string => `${path}\n${message}`;
  const old = new Set(problemsOf(before).map(keyOf));
  return problemsOf(after).filter((problem) => !old.has(keyOf(problem)));
};

/** A problem in one line, e.g. `posts/a.md:4 The title is missing`. */
export const problemLine = ({ path, line, message }: Problem): string =>
  `${line === undefined ? path : `${path}:${line}`} ${message}`;
