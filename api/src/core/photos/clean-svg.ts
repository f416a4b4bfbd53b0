import { ESCAPES } from '../xml-text.ts';
import { SaxesParser, type SaxesAttributeNS, type SaxesTagNS } from 'saxes';
import { ImageError, UnsupportedImage, UnusableImage } from './errors.ts';

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** https://www.w3.org/TR/SVG2/eltindex.html */
const DRAWN_ELEMENTS = words(`
  svg g defs symbol use switch title desc view style
  path rect circle ellipse line polyline polygon image
  text tspan textPath
  linearGradient radialGradient stop pattern clipPath mask marker filter
  feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting
  feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR
  feGaussianBlur feImage feMerge feMergeNode feMorphology feOffset fePointLight
  feSpecularLighting feSpotLight feTile feTurbulence
  animate animateMotion animateTransform mpath set
`);

/** Elements that are interactive or embed other content. */
const ACTIVE_ELEMENTS = words(`
  script foreignObject a handler listener iframe audio video canvas source track
`);

const IMAGE_ELEMENTS = words('image feImage');

/**
 * An SVG can contain programs. It is parsed strictly and written again from an allowlist of drawing
 * elements: active content is refused; invisible data (of editors, comments) is removed.
 */

const SVG = 'http://www.w3.org/2000/svg';
const XLINK = 'http://www.w3.org/1999/xlink';
const XML = 'http://www.w3.org/XML/1998/namespace';
const XHTML = 'http://www.w3.org/1999/xhtml';

const EMBEDDED_IMAGE = /^data:image\/(png|jpeg|webp|gif|avif);base64,/i;
// A backslash can escape any letter of the other words.
const FOREIGN_CSS = /\\|@import|(?:image(?:-set)?|cross-fade|src)\(/i;
const EVENT_HANDLER = /^on/i;
const ANIMATES_LINK = /^(?:(?:xlink:)?href$|on)/i;

/** Deeper than any program nests; each element is compared with its ancestors. */
const DEPTH_MAX = 100;
const ELEMENTS_MAX = 100_000;

export const TOO_COMPLEX = 'This SVG is too complex to be checked';

const reject = (what: string): never => {
  throw new UnusableImage(`This SVG contains ${what}; only plain pictures can be uploaded`);
};

/** Whether a reference points to a part of the same file; `target` may be quoted. */
const isOwn = (target: string): boolean => {
  const address = target.trimStart().replace(/^["']/, '').trimStart();
  return address.startsWith('#') || EMBEDDED_IMAGE.test(address);
};

const rejectForeign = (value: string): void => {
  const [, ...targets] = value.split(/url\(/i);
  if (!targets.every(isOwn)) reject('a reference to another file');
};

const rejectForeignCss = (css: string): void => {
  rejectForeign(css);
  if (FOREIGN_CSS.test(css)) reject('styles that may load another file');
};

const escapeText = (text: string): string =>
  text.replace(/[&<>\r]/g, (character) => ESCAPES[character] ?? character);
const escapeValue = (text: string): string =>
  text.replace(/[&<>"\t\n\r]/g, (character) => ESCAPES[character] ?? character);

const checkLink = (element: string, target: string): void => {
  const isPart = target.trim().startsWith('#');
  const isEmbedded = IMAGE_ELEMENTS.has(element) && EMBEDDED_IMAGE.test(target.trim());
  if (!isPart && !isEmbedded) reject('a reference to another file');
};

/** Returns the attribute to write; undefined for one of an editor. */
const cleanAttribute = (
  element: string,
  { local, uri, value }: SaxesAttributeNS,
): string | undefined => {
  const written = (name: string): string => ` ${name}="${escapeValue(value)}"`;
  const isLink = local === 'href' && (uri === '' || uri === XLINK);
  if (isLink) {
    checkLink(element, value);
    return written(uri === '' ? 'href' : 'xlink:href');
  }
  // A base would make references to parts of the file into references to another one.
  if (uri === XML) return local === 'base' ? undefined : written(`xml:${local}`);
  if (uri !== '') return undefined;
  if (EVENT_HANDLER.test(local)) reject(`an event handler (${local})`);
  if (local === 'attributeName' && ANIMATES_LINK.test(value.trim())) reject('an animated link');
  // Most attributes are also properties of styles.
  rejectForeignCss(value);
  return written(local);
};

/** Whether an element is drawn. Throws `UnusableImage` for active elements. */
const isDrawn = ({ local, uri }: SaxesTagNS): boolean => {
  if (uri === XHTML) reject('HTML');
  if (uri !== SVG) return false;
  if (ACTIVE_ELEMENTS.has(local)) reject(`<${local}>`);
  return DRAWN_ELEMENTS.has(local);
};

const decode = (bytes: Uint8Array): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new UnusableImage('The SVG is not UTF-8 text', { cause: error });
  }
};

const NAMESPACES = ` xmlns="${SVG}" xmlns:xlink="${XLINK}"`;

/**
 * Returns the image of an SVG file without anything else. Throws `UnsupportedImage` if it is not an
 * SVG, and `UnusableImage` if it is not well-formed or has active content.
 */
export const cleanSvg = (bytes: Uint8Array): Uint8Array => {
  const written: string[] = [];
  /** The depth of the current element: written ancestors, and those within a dropped one. */
  let depth = 0;
  let dropped = 0;
  let elements = 0;
  let css: string | undefined;

  const open = (tag: SaxesTagNS): void => {
    elements += 1;
    if (depth + dropped >= DEPTH_MAX || elements > ELEMENTS_MAX)
      throw new UnusableImage(TOO_COMPLEX);
    const isRoot = depth === 0;
    if (isRoot && (tag.local !== 'svg' || tag.uri !== SVG)) throw new UnsupportedImage();
    if (!isDrawn(tag) || dropped > 0) {
      dropped += 1;
      return;
    }
    depth += 1;
    const attributes = Object.values(tag.attributes).map((attribute) =>
      cleanAttribute(tag.local, attribute),
    );
    const end = tag.isSelfClosing ? '/>' : '>';
    written.push(`<${tag.local}${isRoot ? NAMESPACES : ''}${attributes.join('')}${end}`);
    if (tag.local === 'style') css = '';
  };

  const close = (tag: SaxesTagNS): void => {
    if (dropped > 0) {
      dropped -= 1;
      return;
    }
    depth -= 1;
    if (tag.local === 'style') {
      rejectForeignCss(css ?? '');
      css = undefined;
    }
    if (!tag.isSelfClosing) written.push(`</${tag.local}>`);
  };

  const text = (content: string): void => {
    if (dropped > 0 || depth === 0) return;
    if (css !== undefined) css += content;
    written.push(escapeText(content));
  };

  const parser = new SaxesParser({ xmlns: true });
  parser.on('opentag', open);
  parser.on('closetag', close);
  parser.on('text', text);
  parser.on('cdata', text);
  parser.on('error', (error) => {
    throw new UnusableImage('The SVG is damaged and cannot be read', { cause: error });
  });
  parser.write(decode(bytes)).close();
  return new TextEncoder().encode(`${written.join('')}\n`);
};

/** Errors lose their class when they are sent from a worker. */
type CleanSvgResult =
  { readonly bytes: Uint8Array } | { readonly unusable: string } | { readonly unsupported: true };

/** Runs `cleanSvg` in a worker thread. */
export const cleanSvgTask = (bytes: Uint8Array): CleanSvgResult => {
  try {
    return { bytes: cleanSvg(bytes) };
  } catch (error) {
    if (error instanceof UnsupportedImage) return { unsupported: true };
    if (error instanceof ImageError) return { unusable: error.message };
    throw error;
  }
};
