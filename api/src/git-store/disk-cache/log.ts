import { appendFile, readFile } from 'node:fs/promises';
import { replaceFile } from './replace-file.ts';

/**
 * A file of JSON values, a line each, that is added to: what changes costs as much as it is large,
 * however much there is. It is written in the background, in order.
 */
export interface DiskLog {
  /**
   * The values up to the first that is damaged; none where there is no file, or one of another subject.
   * Never throws.
   */
  read(): Promise<readonly unknown[]>;
  append(value: unknown): void;
  /** Puts these values in place of all. */
  replace(values: readonly unknown[]): void;
}

interface Options {
  readonly path: string;
  /** What the values are about; what was written about something else is not read. */
  readonly subject: string;
  /** Called when the disk takes no more; the file is left alone from then on. */
  readonly onFailure: (error: unknown) => void;
}

/** The lines up to the first that is no JSON: a crash cut the file off there. */
const parseLines = (lines: readonly string[]): unknown[] => {
  const values: unknown[] = [];
  try {
    for (const line of lines) values.push(JSON.parse(line));
  } catch {
    return values;
  }
  return values;
};

const lineOf = (value: unknown): string => `${JSON.stringify(value)}\n`;

export const openDiskLog = ({ path, subject, onFailure }: Options): DiskLog => {
  const header = lineOf({ subject });
  /** What the file has to begin with at the next write; undefined where it does already. */
  let start: string | undefined = header;
  let failed = false;
  let written = Promise.resolve();

  const inTurn = (write: () => Promise<void>): void => {
    written = written.then(write).catch((error: unknown) => {
      if (!failed) onFailure(error);
      failed = true;
    });
  };

  return {
    read: async () => {
      const text = await readFile(path, 'utf8').catch(() => '');
      if (!text.startsWith(header)) return [];
      const lines = text.slice(header.length).split('\n');
      const values = parseLines(lines);
      // Behind the last line there is an empty one.
      const isWhole = values.length === lines.length - 1 && lines.at(-1) === '';
      start = isWhole ? undefined : header + values.map(lineOf).join('');
      return values;
    },
    append: (value) => {
      if (failed) return;
      const line = lineOf(value);
      inTurn(async () => {
        if (start === undefined) await appendFile(path, line);
        else await replaceFile(path, start + line);
        start = undefined;
      });
    },
    replace: (values) => {
      if (failed) return;
      const text = header + values.map(lineOf).join('');
      inTurn(async () => {
        await replaceFile(path, text);
        start = undefined;
      });
    },
  };
};
