import { group, list, text, type Rules, type ValueOf } from '../fields/fields.ts';
import { parseDataUrl } from '../text/data-url.ts';

const FONT_MAX_BYTES = 1024 * 1024;
const FONT_NAME = /^[^/\\"\p{Cc}]{1,100}\.woff2?$/u;
/** The first bytes, `wOFF` or `wOF2`, in base64. */
const FONT_DATA = /^(?:$|[^,]+;base64,d09G[MR])/;

/** The CSS of the owner's own, and the fonts for it. */
export const styleFields = group({
  css: text('CSS', { required: true, untrimmed: true, limit: 200 * 1024 }),
  fonts: list('Fonts', {
    required: true,
    itemLabel: 'Font',
    identity: ['name'],
    // A new font is a data URL, a stored one empty.
    item: group({ name: text('Name'), data: text('File') }),
  }),
});

export interface Style extends ValueOf<typeof styleFields> {}

export const styleRules: Rules<Style> = ({ fonts }) => {
  const wrong = fonts.find(({ name, data }) => !FONT_NAME.test(name) || !FONT_DATA.test(data));
  const large = fonts.find(({ data }) => (parseDataUrl(data)?.size ?? 0) > FONT_MAX_BYTES);
  return [
    [wrong !== undefined, 'fonts', `${wrong?.name ?? ''} is no WOFF2 or WOFF font`],
    [large !== undefined && !wrong, 'fonts', `${large?.name ?? ''} is larger than 1 MB`],
  ];
};
