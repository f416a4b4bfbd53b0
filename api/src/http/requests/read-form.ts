import { Busboy, type BusboyFileStream, type BusboyHeaders } from '@fastify/busboy';
import type { IncomingMessage } from 'node:http';
import type { Context } from 'koa';
import { BodyTooLarge, MalformedBody, UnsupportedMediaType } from '../errors/http-errors.ts';

/** A file of a form. */
interface UploadedFile {
  /** As the client calls it, without folders. */
  readonly name: string;
  /** Undefined when the file is larger than one may be. */
  readonly bytes: Uint8Array | undefined;
}

/** What a form holds. */
export interface Form {
  /** Empty when none was chosen. */
  readonly files: readonly UploadedFile[];
  readonly fields: ReadonlyMap<string, string>;
}

interface Limits {
  /** The form's field of files, which may come once for each file. */
  readonly field: string;
  readonly maxFiles: number;
  readonly maxFileBytes: number;
  /** Bytes of all files together. */
  readonly maxTotalBytes: number;
  /** Bytes of a field that is no file; what is longer is cut off. */
  readonly maxFieldBytes?: number;
}

type Parser = InstanceType<typeof Busboy>;

const MEGABYTE = 1024 * 1024;
/** What else a form may hold: its fields, their sizes, and the lines above each. */
const OTHER_FIELDS = { fields: 20, headerPairs: 20, headerSize: 8 * 1024 };

const createParser = (req: IncomingMessage, limits: Limits): Parser => {
  const { field, maxFiles, maxFileBytes, maxFieldBytes = 1024 } = limits;
  try {
    return new Busboy({
      headers: req.headers as BusboyHeaders,
      limits: {
        ...OTHER_FIELDS,
        fieldSize: maxFieldBytes,
        files: maxFiles + 1,
        fileSize: maxFileBytes,
      },
      isPartAFile: (name, _, filename) => name === field && filename !== undefined,
    });
  } catch (error) {
    throw new MalformedBody('The form has no boundary between its parts', { cause: error });
  }
};

/** Resolves when the form was read to its end; the connection stays open for the response. */
const feed = async (req: IncomingMessage, parser: Parser): Promise<void> => {
  try {
    await new Promise<void>((resolve, reject) => {
      const fail = (cause: unknown) => {
        reject(new MalformedBody('The form is cut off or damaged', { cause }));
      };
      req.once('error', fail).once('close', () => {
        // Since Node 26 a request that came whole closes before the parser has finished.
        if (!req.complete) fail(undefined);
      });
      parser.once('error', fail).once('finish', resolve);
      req.pipe(parser);
    });
  } finally {
    req.unpipe(parser);
    req.resume();
  }
};

const tooManyFiles = (max: number): BodyTooLarge =>
  new BodyTooLarge(
    max === 1
      ? 'Only one file can be uploaded at a time'
      : `At most ${max} files can be uploaded at a time`,
  );

/**
 * A form with its files in memory, so that none is ever left on the disk. Throws `UnsupportedMediaType` for what is no form, `MalformedBody` for a broken or cut
 * off one, and `BodyTooLarge` for too many files or bytes.
 */
export const readForm = async (ctx: Context, limits: Limits): Promise<Form> => {
  if (!ctx.is('multipart/form-data')) {
    throw new UnsupportedMediaType('Send the files as multipart/form-data');
  }
  const parser = createParser(ctx.req, limits);
  const files: Promise<UploadedFile>[] = [];
  const fields = new Map<string, string>();
  let received = 0;

  const collect = async (name: string, stream: BusboyFileStream): Promise<UploadedFile> => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of stream as AsyncIterable<Uint8Array>) {
      received += chunk.byteLength;
      if (received <= limits.maxTotalBytes) chunks.push(chunk);
    }
    return { name, bytes: stream.truncated ? undefined : Buffer.concat(chunks) };
  };

  parser.on('field', (name, value) => fields.set(name, value));
  parser.on('file', (_, stream, name) => {
    const file = collect(name, stream);
    // `feed` rejects when the form breaks off.
    file.catch(() => undefined);
    files.push(file);
  });
  await feed(ctx.req, parser);
  // An empty file without a name is what a browser sends when none was chosen.
  const chosen = (await Promise.all(files)).filter(
    ({ name, bytes }) => name !== '' || bytes?.byteLength !== 0,
  );
  if (chosen.length > limits.maxFiles) throw tooManyFiles(limits.maxFiles);
  if (received > limits.maxTotalBytes) {
    const megabytes = limits.maxTotalBytes / MEGABYTE;
    throw new BodyTooLarge(`The files are larger than ${megabytes} MB together`);
  }
  return { files: chosen, fields };
};
