import { Busboy, type BusboyFileStream, type BusboyHeaders } from '@fastify/busboy';
import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Context } from 'koa';
import { HttpError } from '../errors/http-errors.ts';
import { setBodyDigest } from './parse-request.ts';

interface UploadedFile {
  /** The file name from the client, without folders. */
  readonly name: string;
  /** Undefined if the file is too large. */
  readonly bytes: Uint8Array | undefined;
}

export interface Form {
  /** Empty if no file was chosen. */
  readonly files: readonly UploadedFile[];
  readonly fields: ReadonlyMap<string, string>;
}

export interface FormLimits {
  /** The name of the file field, which may be repeated. */
  readonly field: string;
  readonly maxFiles: number;
  readonly maxFileBytes: number;
  /** The most bytes of all files together. */
  readonly maxTotalBytes: number;
  /** The most bytes of any other field; longer values are truncated. */
  readonly maxFieldBytes?: number;
}

type Parser = InstanceType<typeof Busboy>;

const MEGABYTE = 1024 * 1024;
/** Limits for the other fields of a form and the headers of its parts. */
const OTHER_FIELDS = { fields: 20, headerPairs: 20, headerSize: 8 * 1024 };

const createParser = (req: IncomingMessage, limits: FormLimits): Parser => {
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
    throw new HttpError('MalformedBody', 'The form has no boundary between its parts', {
      cause: error,
    });
  }
};

/** Resolves when the whole form is parsed; the connection stays open for the response. */
const feed = async (req: IncomingMessage, parser: Parser): Promise<void> => {
  try {
    await new Promise<void>((resolve, reject) => {
      const fail = (cause: unknown) => {
        reject(new HttpError('MalformedBody', 'The form is cut off or damaged', { cause }));
      };
      req.once('error', fail).once('close', () => {
        // Since Node 26 a complete request closes before the parser has finished.
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

/**
 * Reads a form into memory, so that none is left on the disk. Throws `UnsupportedMediaType` if the
 * body is no form, `MalformedBody`, and `BodyTooLarge` for too many files or bytes.
 */
export const readForm = async (ctx: Context, limits: FormLimits): Promise<Form> => {
  if (!ctx.is('multipart/form-data')) {
    throw new HttpError('UnsupportedMediaType', 'Send the files as multipart/form-data');
  }
  const parser = createParser(ctx.req, limits);
  const files: Promise<{ readonly file: UploadedFile; readonly digest: string }>[] = [];
  const fields = new Map<string, string>();
  let received = 0;

  const collect = async (name: string, stream: BusboyFileStream) => {
    const chunks: Uint8Array[] = [];
    const hash = createHash('sha256');
    for await (const chunk of stream as AsyncIterable<Uint8Array>) {
      received += chunk.byteLength;
      hash.update(chunk);
      if (received <= limits.maxTotalBytes) chunks.push(chunk);
    }
    const bytes = stream.truncated ? undefined : Buffer.concat(chunks);
    return { file: { name, bytes }, digest: hash.digest('hex') };
  };

  parser.on('field', (name, value) => fields.set(name, value));
  parser.on('file', (_, stream, name) => {
    const file = collect(name, stream);
    // `feed` rejects when the form is cut off.
    file.catch(() => undefined);
    files.push(file);
  });
  await feed(ctx.req, parser);
  const collected = await Promise.all(files);
  // The boundary between the parts differs each time.
  const parts = [collected.map(({ file, digest }) => [file.name, digest]), [...fields]];
  setBodyDigest(ctx, JSON.stringify(parts));
  // If no file was chosen, browsers send an empty one without a name.
  const chosen = collected
    .map(({ file }) => file)
    .filter(({ name, bytes }) => name !== '' || bytes?.byteLength !== 0);
  if (chosen.length > limits.maxFiles) {
    const most = limits.maxFiles === 1 ? 'Only one file' : `At most ${limits.maxFiles} files`;
    throw new HttpError('BodyTooLarge', `${most} can be uploaded at a time`);
  }
  if (received > limits.maxTotalBytes) {
    const megabytes = limits.maxTotalBytes / MEGABYTE;
    throw new HttpError('BodyTooLarge', `The files are larger than ${megabytes} MB together`);
  }
  return { files: chosen, fields };
};
