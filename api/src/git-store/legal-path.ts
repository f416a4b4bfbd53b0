import { StoreRefused } from './errors.ts';

// Characters that HFS+ ignores in names, so `.g\u200cit` is `.git` there.
// https://github.com/git/git/blob/v2.39.0/utf8.c (next_hfs_char)
const IGNORED_BY_HFS = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;

// NTFS drops dots and spaces at the end, knows the short name, and reads `:` as a stream's name.
// https://github.com/git/git/blob/v2.39.0/path.c (is_ntfs_dotgit)
const GIT_DIRECTORY = /^(\.git|git~1)[. ]*(:.*)?$/i;

const isLegalName = (name: string): boolean =>
  name !== '' &&
  name !== '.' &&
  name !== '..' &&
  !GIT_DIRECTORY.test(name.replace(IGNORED_BY_HFS, ''));

const isLegalPath = (path: string): boolean =>
  path.isWellFormed() && !/[\0\\]/.test(path) && path.split('/').every(isLegalName);

/** Throws `StoreRefused` for a path that git, on any platform, doesn't let into a repository. */
export const refuseIllegalPath = (path: string): void => {
  if (!isLegalPath(path))
    throw new StoreRefused(`Git doesn't allow the path ${JSON.stringify(path)}`);
};
