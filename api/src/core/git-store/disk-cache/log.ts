import { appendFile, readFile } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { mapYielding } from '../map-yielding.ts';
import { replaceFile } from '../files.ts';

interface Options {
  readonly path: string;
  /** Identifies where the values come from; a file with another source is ignored. */
  readonly source: string;
  /** Called once, when a write fails; the file is no longer written from then on. */
  readonly onFailure: (error: unknown) => void;
}

const lineOf = (value: unknown): string => {
  const json = JSON.stringify(value);
  return `${crc32(json)} ${json}\n`;
};

const parseLine = (line: string): unknown => {
  const json = line.slice(line.indexOf(' ') + 1);
  if (line !== `${crc32(json)} ${json}`) throw new Error('The checksum of a line is wrong');
  return JSON.parse(json);
};

/** Parses the lines up to the first invalid one, which a crash has cut off or a disk damaged. */
const parseLines = async (lines: readonly string[]): Promise<unknown[]> => {
  const values: unknown[] = [];
  await mapYielding(lines, (line) => values.push(parseLine(line))).catch(() => undefined);
  return values;
};

export type DiskLog = ReturnType<typeof openDiskLog>;

/**
 * An append-only file with one JSON value per line, after a checksum of the line, so that a write
 * costs the same however long the file is. Writes happen in the background, in order.
 */
export const openDiskLog = ({ path, source, onFailure }: Options) => {
  // The name is part of the files that sites have.
  const header = lineOf({ subject: source });
  /** The header to put at the start of the file with the next write; undefined if it has one. */
  let start: string | undefined = header;
  let failed = false;
  let written = Promise.resolve();

  const enqueue = (write: () => Promise<void>): void => {
    if (failed) return;
    written = written.then(write).catch((error: unknown) => {
      if (!failed) onFailure(error);
      failed = true;
    });
  };

  return {
    /** Values up to the first damaged one; none if absent or of another source. Never throws. */
    read: async (): Promise<readonly unknown[]> => {
      const text = await readFile(path, 'utf8').catch(() => '');
      if (!text.startsWith(header)) return [];
      const lines = text.slice(header.length).split('\n');
      const values = await parseLines(lines);
      // The text ends with a line break, so the last element is empty.
      const isComplete = values.length === lines.length - 1 && lines.at(-1) === '';
      start = isComplete ? undefined : header + (await mapYielding(values, lineOf)).join('');
      return values;
    },
    append: (value: unknown): void => {
      enqueue(async () => {
        const line = lineOf(value);
        if (start === undefined) await appendFile(path, line);
        else await replaceFile(path, start + line);
        start = undefined;
      });
    },
    replace: (values: readonly unknown[]): void => {
      enqueue(async () => {
        const lines = await mapYielding(values, lineOf);
        await replaceFile(path, header + lines.join(''));
        start = undefined;
      });
    },
  };
};
