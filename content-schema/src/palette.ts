/** The colours and typefaces that the owner chose. Visitors get them as CSS, without this code. */
import type { Site } from './entities/site.ts';

/** A CSS variable of `tokens.css` in the light and in the dark theme, by its name. */
type Tokens = Readonly<Record<string, readonly [light: string, dark: string]>>;

/** Converts OKLCH to sRGB, if need be with less chroma: https://bottosson.github.io/posts/oklab/ */
const colour = (lightness: number, chroma: number, angle: number): string => {
  const [a, b] = [chroma * Math.cos(angle), chroma * Math.sin(angle)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  if (linear.some((value) => value < 0 || value > 1))
    return colour(lightness, chroma * 0.98, angle);
  const bytes = linear.map((value) =>
    Math.round(255 * (value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055)),
  );
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
};

/** Returns the tokens that follow the hue, of the page and of surfaces in the accent colour. */
const paletteOf = (hue: number) => {
  const angle = (hue * Math.PI) / 180;
  const shade = (lightness: number, chroma: number): string => colour(lightness, chroma, angle);
  // Dark yellows, which are around 95°, look muddy.
  const lift = 0.08 * Math.max(0, Math.cos(angle - 1.66));
  const [day, night] = [shade(0.45 + lift, 0.11), shade(0.8 + lift / 2, 0.095)];
  return {
    page: {
      bg: [shade(0.985, 0.004), shade(0.196, 0.008)],
      surface: ['#fff', shade(0.234, 0.01)],
      sunken: [shade(0.952, 0.009), shade(0.17, 0.006)],
      hairline: [shade(0.891, 0.013), shade(0.315, 0.012)],
      accent: [day, night],
    },
    band: {
      bg: [day, shade(0.33 + lift / 2, 0.06)],
      accent: ['#fff', night],
      'on-accent': [day, shade(0.187, 0.012)],
      'control-border': ['#fff', shade(0.708, 0.03)],
    },
  } satisfies Record<string, Tokens>;
};

const DEFAULT = { bg: ['#fbfaf7', '#131614'], accent: ['#0b5d4e', '#7ccfb6'] } satisfies Tokens;

/** Returns the main colours of a site, without a hue those of `tokens.css`. */
export const mainColours = (hue: number | null = null): typeof DEFAULT =>
  hue === null ? DEFAULT : paletteOf(hue).page;

/** Returns the CSS that overrides the tokens of `tokens.css`, except on paper. */
export const paletteCss = (hue: number): string => {
  const { page, band } = paletteOf(hue);
  const css = (tokens: Tokens): string =>
    Object.entries(tokens)
      .map(([name, own]) => `--${name}:light-dark(${own.join()})`)
      .join(';');
  return `@media screen{:root{${css(page)}}[data-surface]{${css(band)}}}`;
};

export type Look = Pick<Site, 'hue' | 'typeface'>;

/** The serif of headings and posts is that of `tokens.css`; the others don't load it. */
const SANS =
  ':root{--font-display:var(--font-text);--tracking-display:-.03em;--text-prose:1.0625rem}';
const TYPEFACE_CSS = {
  serif: '',
  sans: SANS,
  mono: `${SANS}h1,h2,h3,h4,.title{font-family:var(--font-mono);letter-spacing:-.05em}`,
};

/** Returns the CSS of a look; empty for the default. */
export const lookCss = ({ hue = null, typeface = 'serif' }: Look): string =>
  (hue === null ? '' : paletteCss(hue)) + TYPEFACE_CSS[typeface];
