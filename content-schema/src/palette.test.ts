import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { mainColours, paletteCss } from './palette.ts';

const STYLES = join(import.meta.dirname, '../../web/src/styles');
const TOKENS = readFileSync(join(STYLES, 'tokens.css'), 'utf8');

const ALERTS = readFileSync(join(STYLES, 'alerts.css'), 'utf8');

type Rgb = readonly [number, number, number];
type Colours = Readonly<Record<string, Rgb>>;

const rgbOf = (hex: string): Rgb => {
  const digits = hex.length === 4 ? hex.replace(/\w/g, '$&$&') : hex;
  const byte = (index: number) => parseInt(digits.slice(index, index + 2), 16) / 255;
  return [byte(1), byte(3), byte(5)];
};

/** The tokens of a theme in the rules of `css` for the selector. */
const tokensIn = (css: string, selector: string, theme: number): Colours => {
  const [, rule = ''] = css.split(`${selector}{`);
  const block = rule.slice(0, rule.indexOf('}'));
  return Object.fromEntries<Rgb>(
    Array.from(
      block.matchAll(/--([\w-]+):light-dark\((#\w+),(#\w+)\)/g),
      (match): [string, Rgb] => [match[1]!, rgbOf(match[2 + theme]!)],
    ),
  );
};

const linear = (value: number) =>
  value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;

/** https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
const luminance = ([red, green, blue]: Rgb) =>
  0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);

/** https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
const contrast = (one: Rgb, other: Rgb) => {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
};

/** As `color-mix(in oklab, …)` of CSS. */
const mix = (one: Rgb, other: Rgb, share: number): Rgb => {
  const lms = ([red, green, blue]: Rgb) => {
    const [r, g, b] = [linear(red), linear(green), linear(blue)];
    return [
      Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b),
      Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b),
      Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b),
    ];
  };
  const others = lms(other);
  // OKLab is linear in the cube roots, so these can be mixed.
  const [l = 0, m = 0, s = 0] = lms(one).map(
    (value, index) => (value * (1 - share) + others[index]! * share) ** 3,
  );
  const gamma = (value: number) =>
    value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055;
  return [
    gamma(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    gamma(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    gamma(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
};

/** The least contrast of each kind among all pairs of tokens in use. */
const leastContrasts = (hue: number | null, theme: number) => {
  const own = TOKENS.replace(/\s/g, '');
  const css = hue === null ? '' : paletteCss(hue);
  const page = { ...tokensIn(own, ':root', theme), ...tokensIn(css, ':root', theme) };
  const band: Colours = {
    ...page,
    ...tokensIn(own, "[data-surface='accent']", theme),
    ...tokensIn(css, '[data-surface]', theme),
  };
  const of = (colours: Colours, name: string) => colours[name]!;
  const surfaces = ['bg', 'surface', 'sunken'].map((name) => of(page, name));
  const inks = ['text', 'muted', 'accent', 'danger', 'warn', 'ok'].map((name) => of(page, name));
  const alerts = Array.from(ALERTS.matchAll(/light-dark\((#\w+), (#\w+)\)/g), (match) =>
    rgbOf(match[1 + theme]!),
  );
  const hover = (colours: Colours, name: string) =>
    mix(of(colours, name), of(colours, 'text'), 0.22);
  const tint = (name: string, share: number, surface: string) =>
    [of(page, name), mix(of(page, surface), of(page, name), share)] as const;
  const texts = [
    ...surfaces.flatMap((surface) => [...inks, ...alerts].map((ink) => [ink, surface] as const)),
    ...[page, band].flatMap((colours) =>
      [of(colours, 'accent'), hover(colours, 'accent')].map(
        (accent) => [of(colours, 'on-accent'), accent] as const,
      ),
    ),
    ...[of(page, 'danger'), hover(page, 'danger')].map(
      (danger) => [of(page, 'bg'), danger] as const,
    ),
    ...[of(band, 'text'), of(band, 'accent')].map((ink) => [ink, of(band, 'bg')] as const),
    // The selection, and the marked words of a change.
    [of(page, 'text'), mix(of(page, 'bg'), of(page, 'accent'), 0.22)] as const,
    ...[tint('ok', 0.12, 'surface'), tint('danger', 0.1, 'surface')],
    ...[tint('ok', 0.1, 'bg'), tint('danger', 0.1, 'bg')],
  ];
  const controls = [
    ...surfaces.map((surface) => [of(page, 'control-border'), surface] as const),
    [of(band, 'control-border'), of(band, 'bg')] as const,
  ];
  const least = (pairs: readonly (readonly [Rgb, Rgb])[]) =>
    Math.min(...pairs.map((pair) => contrast(...pair)));
  return { texts: least(texts), controls: least(controls) };
};

const HUES = [null, ...Array(360).keys()];

test.each([
  ['light', 0],
  ['dark', 1],
])('every text has a contrast of 4.5 and every control of 3 for each hue: %s', (_, theme) => {
  const all = HUES.map((hue) => ({ hue, ...leastContrasts(hue, theme) }));
  expect(all).toHaveLength(361);
  expect(all.filter(({ texts, controls }) => !(texts >= 4.5 && controls >= 3))).toEqual([]);
});

test('every colour is one of sRGB, and overrides one that the style sheet has', () => {
  for (const hue of Array(360).keys()) {
    expect(paletteCss(hue)).toMatch(
      /^@media screen\{(?:(?:[:[][\w-]+\]?)\{(?:--[\w-]+:light-dark\(#(?:\w{3}|[\da-f]{6}),#[\da-f]{6}\);?)+\})+\}$/,
    );
  }
  for (const [, name] of paletteCss(200).matchAll(/(--[\w-]+):/g)) {
    expect(TOKENS).toContain(`${name}: light-dark(`);
  }
});

test('the default colours are those of the style sheet', () => {
  const { bg, accent } = mainColours();
  expect(TOKENS).toContain(`--bg: light-dark(${bg.join(', ')});`);
  expect(TOKENS).toContain(`--accent: light-dark(${accent.join(', ')});`);
});

test('a colour looks as CSS says', () => {
  // `oklch(0.985 0.004 200)` and `oklch(0.45 0.11 280)` in Chromium.
  expect(mainColours(200).bg[0]).toBe('#f7fbfb');
  expect(mainColours(280).accent[0]).toBe('#4a4c90');
});
