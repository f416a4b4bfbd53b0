import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Gallery } from './gallery.tsx';

const UI = join(import.meta.dirname, '..', 'src', 'ui');
const COMPONENT = /^export (?:const|class) ([A-Z][a-z]\w*)\b/gm;

test('the gallery renders in both themes', () => {
  const html = renderToStaticMarkup(<Gallery />);
  expect(html.match(/data-theme="(light|dark)"/g)).toHaveLength(2);
});

test('the gallery shows every component of the design system, directly or inside another one', async () => {
  const names = (await readdir(UI, { recursive: true })).filter((name) =>
    // All icons are shown in a loop.
    /(?<!\.test|^icons)\.tsx$/.test(name),
  );
  const sources = await Promise.all(names.map((name) => readFile(join(UI, name), 'utf8')));
  const users = [await readFile(join(import.meta.dirname, 'gallery.tsx'), 'utf8'), ...sources];
  const components = sources.flatMap((source) =>
    [...source.matchAll(COMPONENT)].map(([, name]) => name!),
  );
  expect(components).toContain('Button');
  const missing = components.filter(
    (name) => !users.some((text) => new RegExp(`<${name}\\b`).test(text)),
  );
  expect(missing).toEqual([]);
});
