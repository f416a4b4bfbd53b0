const hasCode = (error: unknown, codes: readonly string[]): boolean =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code));

/** Whether a file system call failed because there is no such file. */
const isAbsent = (error: unknown): boolean => hasCode(error, ['ENOENT', 'ENOTDIR']);

/** Whether a file system call failed because the file is there already. */
export const isPresent = (error: unknown): boolean => hasCode(error, ['EEXIST']);

/** What the call resolves to, or null when there is no such file. */
export const unlessAbsent = async <Result>(call: Promise<Result>): Promise<Result | null> => {
  try {
    return await call;
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
};
