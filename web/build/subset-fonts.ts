import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

/**
 * The characters of nearly all English texts, and the letters of other Western European languages.
 * Must agree with the ranges in fonts.css.
 */
const COMMON = [
  ...Array.from({ length: 0x7f - 0x20 }, (_, index) => String.fromCodePoint(0x20 + index)),
  ...['\u00a0', '©«·»€–—‘’“”•…', 'ÄÅÉÖØÜ', 'ßàáâãäåæçèéêëìíîïðñòóôõöøùúûü'],
].join('');

const WEIGHTS = { wght: { min: 400, max: 600 } };

/**
 * The features that browsers apply by default, and tabular figures; no small capitals and the like.
 */
const FEATURES = [
  ...['kern', 'liga', 'clig', 'calt', 'ccmp', 'locl', 'mark', 'mkmk', 'rlig', 'rclt', 'rvrn'],
  'tnum',
];

const FACES = {
  'newsreader-common.woff2': 'newsreader/files/newsreader-latin-wght-normal.woff2',
  'newsreader-common-italic.woff2': 'newsreader/files/newsreader-latin-wght-italic.woff2',
  'instrument-sans-common.woff2': 'instrument-sans/files/instrument-sans-latin-wght-normal.woff2',
};

const writeFaces = async (folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true });
  const write = async ([name, file]: [string, string]) => {
    const face = fileURLToPath(import.meta.resolve(`@fontsource-variable/${file}`));
    const options = {
      targetFormat: 'woff2',
      variationAxes: WEIGHTS,
      keepFeatures: FEATURES,
    } as const;
    await writeFile(join(folder, name), await subsetFont(await readFile(face), COMMON, options));
  };
  await Promise.all(Object.entries(FACES).map(write));
};

/**
 * Provides the fonts that every page loads as `@fonts`, reduced to the characters and weights in
 * use. That halves the bytes of a first visit until its final look.
 */
export const subsetFonts = (): Plugin => ({
  name: 'subset-fonts',
  async config() {
    const folder = join(import.meta.dirname, '../dist/fonts');
    await writeFaces(folder);
    return { resolve: { alias: { '@fonts': folder } } };
  },
});
