/** What of SVG makes a plain picture. https://www.w3.org/TR/SVG2/eltindex.html */

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Drawing, text, paint, filters and declarative animation. */
export const PICTURE_ELEMENTS = words(`
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

/** What does something, or shows something else than a picture. */
export const ACTIVE_ELEMENTS = words(`
  script foreignObject a handler listener iframe audio video canvas source track
`);

/** May show an image that is embedded as data. */
export const IMAGE_ELEMENTS = words('image feImage');
