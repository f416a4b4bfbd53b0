/** Writes zip files of any size as a stream. */
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { RepositoryFile } from '../../core/git-store/git-store.ts';

/**
 * Streams a zip file with these entries, in their order. The next entry is asked for once the last one
 * was read. Destroying the stream closes the entries. Files are stored without compression, because
 * photos and git objects are compressed already.
 */
export const zip = (entries: AsyncIterable<RepositoryFile>, date: Date): Readable => {
  const file = new ZipFile();
  const output = file.outputStream as unknown as Readable;
  const closed = new AbortController();
  output.once('close', () => closed.abort());
  file.on('error', (error: Error) => output.destroy(error));

  const add = async ({ path, parts }: RepositoryFile): Promise<void> => {
    const bytes = Readable.from(parts(), { objectMode: false });
    const read = once(bytes, 'end', { signal: closed.signal });
    file.addReadStream(bytes, path, { mtime: date, compress: false });
    await read;
  };
  const addAll = async (): Promise<void> => {
    for await (const entry of entries) await add(entry);
    file.end();
  };
  addAll().catch((error: unknown) => {
    if (!closed.signal.aborted)
      output.destroy(new Error('A file could not be read', { cause: error }));
  });
  return output;
};
