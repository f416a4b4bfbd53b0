/** Renders text in the site's fonts as SVG paths, so that no font is needed to show it. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import satori, { type SatoriOptions } from 'satori';
import { charactersOf } from '../../core/messages/commit-subject.ts';

/** A box or a line of text, with the CSS that satori supports. */
export interface Box {
  readonly type: 'div';
  readonly key: null;
  readonly props: {
    readonly style: Readonly<Record<string, string | number>>;
    readonly children: string | readonly Box[];
  };
}

export const box = (style: Box['props']['style'], children: string | readonly Box[] = []): Box => ({
  type: 'div',
  key: null,
  props: { style: { display: 'flex', ...style }, children },
});

/** The site's fonts, then those for scripts that they lack. */
const FACES = {
  Display: '@fontsource-variable/newsreader/files/newsreader-latin-wght-normal.woff2',
  'Display extended':
    '@fontsource-variable/newsreader/files/newsreader-latin-ext-wght-normal.woff2',
  'Display Vietnamese':
    '@fontsource-variable/newsreader/files/newsreader-vietnamese-wght-normal.woff2',
  Text: '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2',
  'Text extended':
    '@fontsource-variable/instrument-sans/files/instrument-sans-latin-ext-wght-normal.woff2',
  Cyrillic: '@fontsource/source-serif-4/files/source-serif-4-cyrillic-400-normal.woff2',
  Greek: '@fontsource/source-serif-4/files/source-serif-4-greek-400-normal.woff2',
  Arabic: '@fontsource/amiri/files/amiri-arabic-400-normal.woff2',
  Hebrew: '@fontsource/noto-serif-hebrew/files/noto-serif-hebrew-hebrew-400-normal.woff2',
} as const;

export const DISPLAY = 'Display, Display extended, Display Vietnamese';
export const TEXT = 'Text, Text extended';

const loadFonts = async (): Promise<SatoriOptions['fonts']> => {
  const { resolve } = createRequire(import.meta.url);
  return Promise.all(
    Object.entries(FACES).map(async ([name, file]) => ({
      name,
      data: await readFile(resolve(file)),
      weight: 400 as const,
      style: 'normal' as const,
    })),
  );
};

let fonts: Promise<SatoriOptions['fonts']> | undefined;

interface Size {
  readonly width: number;
  /** Absent means the height of the content. */
  readonly height?: number;
}

type OnMissing = (text: string) => void;

/** Returns the SVG; `onMissing` is called with each text whose letters no font has. */
export const drawSvg = async (root: Box, size: Size, onMissing?: OnMissing): Promise<string> =>
  satori(root, {
    ...size,
    fonts: await (fonts ??= loadFonts()),
    loadAdditionalAsset: (_language, text) => {
      onMissing?.(text);
      return Promise.resolve([]);
    },
  });

const isLetter = (character: string): boolean => /[\p{L}\p{N}]/u.test(character);

/** Without symbols that no font has, e.g. emoji; empty if letters are missing. */
export const withoutMissingGlyphs = async (text: string): Promise<string> => {
  const missing = new Set<string>();
  const line = box({ fontFamily: DISPLAY, fontSize: 10 }, text);
  await drawSvg(line, { width: 10_000 }, (letters) => {
    for (const character of charactersOf(letters)) missing.add(character);
  });
  const characters = charactersOf(text);
  const isMissing = (character: string): boolean => missing.has(character);
  if (characters.some((character) => isMissing(character) && isLetter(character))) return '';
  return characters
    .filter((character) => !isMissing(character))
    .join('')
    .replace(/\s+/g, ' ')
    .trim();
};

const FIRST_LETTER = /\p{L}/u;
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

/** Returns the direction of a text, judged by its first letter. */
export const directionOf = (text: string): 'ltr' | 'rtl' =>
  RIGHT_TO_LEFT.test(FIRST_LETTER.exec(text)?.[0] ?? '') ? 'rtl' : 'ltr';
