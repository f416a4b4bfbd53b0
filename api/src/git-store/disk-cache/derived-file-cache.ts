import { createHash } from 'node:crypto';
import { createFileCache, type FileCache } from './file-cache.ts';

interface Options {
  readonly folder: string;
  readonly maxBytes: number;
}

const CHECKSUM_BYTES = 32;
const checksum = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();

/**
 * Creates a disk cache of derived files, such as resized photos. Each file begins with a checksum,
 * because a crash may leave it incomplete.
 */
export const createDerivedFileCache = ({ folder, maxBytes }: Options): FileCache => {
  const files = createFileCache({
    folder,
    maxBytes,
    isIntact: (_, bytes) =>
      checksum(bytes.subarray(CHECKSUM_BYTES)).equals(bytes.subarray(0, CHECKSUM_BYTES)),
    onFailure: () => undefined,
  });
  return {
    read: async (name) => (await files.read(name))?.subarray(CHECKSUM_BYTES),
    write: (name, bytes) => files.write(name, Buffer.concat([checksum(bytes), bytes])),
  };
};
