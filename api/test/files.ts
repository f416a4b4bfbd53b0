/** The files of a repository, by their paths. */
export type Files = ReadonlyMap<string, Uint8Array>;
/** The texts or the bytes of files, by their paths; null deletes one. */
export type TestFiles = Readonly<Record<string, string | Uint8Array | null>>;
/** The new bytes of files; null deletes one. */
export type Changes = ReadonlyMap<string, Uint8Array | null>;

export const bytesOf = (files: TestFiles): Changes =>
  new Map(
    Object.entries(files).map(([path, text]) => [path, text === null ? null : Buffer.from(text)]),
  );

/** Returns files that a test has as a map, or as texts. */
export const filesOf = (files: Files | TestFiles): Files =>
  files instanceof Map ? (files as Files) : (bytesOf(files as TestFiles) as Files);
