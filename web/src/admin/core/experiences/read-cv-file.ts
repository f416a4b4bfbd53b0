import { IMPORT_MAX_BYTES, importMessages } from 'content-schema';
import { JSON_RESUME, LINKEDIN, readCv, type Cv, type CvEntry } from 'content-schema/cv';
import { isPlainObject } from 'content-schema/merge';
import Papa from 'papaparse';
import { unzip } from '../editing/unzip.ts';

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

const COLUMNS = new Map(Object.values(LINKEDIN).map(({ list = '', ...own }) => [list, own]));

/** Returns the rows of a table, by the names of its columns, before which there may be notes. */
const rowsOf = (csv: string, columns: readonly string[]) => {
  const { data } = Papa.parse<string[]>(csv);
  const header = data.findIndex((row) => row.some((cell) => columns.includes(cell)));
  const [names = [], ...rows] = header < 0 ? [] : data.slice(header);
  return rows.map((row) =>
    Object.fromEntries(row.map((cell, i): [string, string] => [names[i] ?? '', cell])),
  );
};

const readZip = async (file: File) => {
  const files = await unzip(file, (path) => COLUMNS.has(nameOf(path)));
  return Array.from(files, ([path, bytes]) => {
    const columns = Object.values(COLUMNS.get(nameOf(path)) ?? {});
    return [nameOf(path), rowsOf(new TextDecoder().decode(bytes), columns)] as const;
  });
};

const readJson = async (file: File): Promise<unknown> => {
  if (file.size > IMPORT_MAX_BYTES) throw new Error(importMessages.size);
  try {
    return JSON.parse(await file.text());
  } catch (cause) {
    throw new Error('The file is not JSON', { cause });
  }
};

/** Reads a JSON Resume, or LinkedIn's .zip. Rejects with a message to show if it is no CV. */
export const readCvFile = async (file: File, current: Cv): Promise<CvEntry[]> => {
  const isZip = /\.zip$/i.test(file.name);
  const source = isZip ? Object.fromEntries(await readZip(file)) : await readJson(file);
  const format = isZip ? LINKEDIN : JSON_RESUME;
  const entries = isPlainObject(source) ? readCv(source, format, current) : [];
  if (entries.length === 0)
    throw new Error('The file is neither a JSON Resume nor LinkedIn’s export');
  return entries;
};
