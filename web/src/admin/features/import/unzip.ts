import { unzipSync } from 'fflate';
import { importMessages } from 'content-schema';

/** Limits for a .zip: of all its entries, and of the bytes of those that are read. */
const FILES_MAX = 30_000;
const BYTES_MAX = 300 * 1024 * 1024;

/** A path that leads out of the archive. */
const OUTSIDE = /^(?:\/|[a-z]:)|(?:^|\/)\.\.(?:\/|$)|\0/i;

/** The message is meant for the administrator. */
class UnreadableZip extends Error {}

/** macOS writes UTF-8 names without the flag for UTF-8. */
const decodeName = (name: string): string => {
  if (/[^\0-\xff]/.test(name)) return name;
  try {
    const bytes = Uint8Array.from(name, (letter) => letter.charCodeAt(0));
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return name;
  }
};

const pathOf = (name: string): string => decodeName(name).replaceAll('\\', '/');

/** Unpacks the importable files of an archive, by path. Rejects with `UnreadableZip`. */
export const unzip = async (
  archive: Blob,
  isImportable: (path: string) => boolean,
): Promise<ReadonlyMap<string, Uint8Array<ArrayBuffer>>> => {
  if (archive.size > BYTES_MAX) throw new UnreadableZip(importMessages.zipBytes(BYTES_MAX));
  let [files, bytes] = [0, 0];
  // `originalSize` is a safe limit, because no more than the declared size is unpacked.
  const filter = ({ name, originalSize }: { name: string; originalSize: number }): boolean => {
    files += 1;
    if (files > FILES_MAX) throw new UnreadableZip(importMessages.zipFiles(FILES_MAX));
    if (OUTSIDE.test(pathOf(name))) throw new UnreadableZip(importMessages.zipPath(name));
    if (name.endsWith('/') || !isImportable(pathOf(name))) return false;
    bytes += originalSize;
    if (bytes > BYTES_MAX) throw new UnreadableZip(importMessages.zipBytes(BYTES_MAX));
    return true;
  };
  try {
    const unpacked = unzipSync(new Uint8Array(await archive.arrayBuffer()), { filter });
    return new Map(Object.entries(unpacked).map(([name, content]) => [pathOf(name), content]));
  } catch (cause) {
    if (cause instanceof UnreadableZip) throw cause;
    throw new UnreadableZip(importMessages.zip, { cause });
  }
};
