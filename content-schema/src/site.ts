import * as v from 'valibot';
import { parseDataUrl } from './data-url.ts';
import {
  LOGO_ALT_MAX_LENGTH,
  LOGO_MAX_BYTES,
  LOGO_TYPES,
  META_DESCRIPTION_MAX_LENGTH,
} from './limits.ts';
import { rules } from './rule.ts';
import { optionalText, record, text } from './text.ts';

export const siteMessages = {
  required: 'Title and description are required',
  descriptionLength: `Meta description must be ${META_DESCRIPTION_MAX_LENGTH} characters or fewer`,
  homeButtonMode: 'Home button mode must be text or logo',
  logoRequired: 'Upload a logo before enabling the logo home button',
  logoAltRequired: 'Add alt text so the logo link remains accessible',
  logoAltLength: `Logo alt text must be ${LOGO_ALT_MAX_LENGTH} characters or fewer`,
  logoType: 'Logo must be PNG, SVG, JPG, or WEBP',
  logoSize: 'Logo must be smaller than 512KB',
  logoUnreadable: 'Unable to read logo file',
} as const;

export const HOME_BUTTON_MODES = ['text', 'logo'] as const;
export type LogoType = (typeof LOGO_TYPES)[number];

export const isLogoType = (type: string): type is LogoType =>
  LOGO_TYPES.some((known) => known === type);

const logo = v.pipe(
  record({
    data: text(),
    type: v.picklist(LOGO_TYPES, siteMessages.logoType),
    alt: v.pipe(optionalText(), v.maxLength(LOGO_ALT_MAX_LENGTH, siteMessages.logoAltLength)),
  }),
  rules(
    {
      path: 'data',
      message: siteMessages.logoUnreadable,
      broken: ({ data }) => parseDataUrl(data) === undefined,
    },
    {
      path: 'data',
      message: siteMessages.logoType,
      broken: ({ data, type }) => {
        const declared = parseDataUrl(data)?.type;
        return declared !== undefined && declared !== type;
      },
    },
    {
      path: 'data',
      message: siteMessages.logoSize,
      broken: ({ data }) => (parseDataUrl(data)?.size ?? 0) > LOGO_MAX_BYTES,
    },
  ),
);

/** The fields of the site, trimmed, whether or not they may be saved together. */
export const siteFields = record({
  title: optionalText(),
  description: v.pipe(
    optionalText(),
    v.maxLength(META_DESCRIPTION_MAX_LENGTH, siteMessages.descriptionLength),
  ),
  homeButtonMode: v.picklist(HOME_BUTTON_MODES, siteMessages.homeButtonMode),
  logo: v.nullable(logo),
});

export type Site = v.InferOutput<typeof siteFields>;
export type Logo = v.InferOutput<typeof logo>;

/** The site metadata as saved; the logo travels as a data URL of at most `LOGO_MAX_BYTES` bytes. */
export const siteSchema = v.pipe(
  siteFields,
  rules<Site>(
    {
      path: 'title',
      message: siteMessages.required,
      broken: ({ title }) => title === '',
    },
    {
      path: 'description',
      message: siteMessages.required,
      broken: ({ description }) => description === '',
    },
    {
      path: 'logo',
      message: siteMessages.logoRequired,
      broken: ({ homeButtonMode, logo }) => homeButtonMode === 'logo' && logo === null,
    },
    {
      path: 'logo.alt',
      message: siteMessages.logoAltRequired,
      broken: ({ homeButtonMode, logo }) => homeButtonMode === 'logo' && logo?.alt === '',
    },
  ),
);
