import { parseDataUrl } from '../text/data-url.ts';
import {
  choice,
  flag,
  group,
  nullableGroup,
  publicGroup,
  text,
  type Rules,
  type ValueOf,
} from '../fields/fields.ts';
import { LOGO_MAX_BYTES, LOGO_TYPES } from '../limits.ts';

export const siteMessages = {
  required: 'Title and description are required',
  homeButtonMode: 'Home button mode must be text or logo',
  logoRequired: 'Upload a logo before enabling the logo home button',
  logoAltRequired: 'Add alt text so the logo link remains accessible',
  logoType: 'Logo must be PNG, SVG, JPG, or WEBP',
  logoSize: 'Logo must be smaller than 512KB',
  logoUnreadable: 'Unable to read logo file',
} as const;

export type LogoType = (typeof LOGO_TYPES)[number];

export const isLogoType = (type: string): type is LogoType =>
  LOGO_TYPES.some((supported) => supported === type);

const required = { required: true } as const;
const exactly = { required: true, untrimmed: true } as const;

const describedImage = {
  type: choice('Logo file type', {
    options: LOGO_TYPES,
    message: siteMessages.logoType,
    ...required,
  }),
  alt: text('Logo alt text', { maxLength: 80 }),
};

/** The logo in requests and responses, as a data URL. */
export const logoFields = publicGroup({ data: text('Logo', exactly), ...describedImage });

export const siteFields = publicGroup({
  title: text('Site title'),
  description: text('Meta description', { maxLength: 300 }),
  homeButtonMode: choice('Home button', {
    options: ['text', 'logo'],
    message: siteMessages.homeButtonMode,
    ...required,
  }),
  logo: nullableGroup(logoFields.fields, { label: 'Logo', ...required }),
  suggestCorrections: flag('Let readers suggest corrections of posts at GitHub'),
  /** The hue of the site's colours in degrees of OKLCH; null for the default green. */
  hue: choice('Colour', {
    options: [null, ...Array(360).keys()],
    message: 'Colour must be a whole number from 0 to 359',
    expected: 'a whole number from 0 to 359',
  }),
  /** The pairing of typefaces; `content-schema/palette` has the style of each. */
  typeface: choice('Typefaces', {
    options: ['serif', 'sans', 'mono'],
    message: 'Typefaces must be serif, sans or mono',
  }),
  /** Of the texts, as a BCP 47 tag; empty for English. */
  lang: text('Language', { format: 'language' }),
});

/** The fields of `site.json`, where the logo is a path to a separate file. */
export const storedSiteFields = group({
  ...siteFields.fields,
  logo: nullableGroup({ path: text('Logo file', exactly), ...describedImage }),
});

export interface SiteValues extends ValueOf<typeof siteFields> {}
/** The fields that requests and responses may leave out, with their defaults. */
const DEFAULTS = { suggestCorrections: false, hue: null, typeface: 'serif', lang: '' } as const;
type Defaulted = keyof typeof DEFAULTS;
/** The site in requests and responses. These fields are absent if they have their default. */
export interface Site extends Omit<SiteValues, Defaulted>, Partial<Pick<SiteValues, Defaulted>> {}
export interface Logo extends ValueOf<typeof logoFields> {}
export interface StoredSite extends ValueOf<typeof storedSiteFields> {}

export const withoutDefaults = (site: SiteValues): Site =>
  Object.fromEntries(
    Object.entries(site).filter(([name, value]) => DEFAULTS[name as Defaulted] !== value),
  ) as unknown as Site;

export const siteRules: Rules<Site> = ({ title, description, homeButtonMode, logo }) => {
  const file = logo ? parseDataUrl(logo.data) : undefined;
  const showsLogo = homeButtonMode === 'logo';
  return [
    [logo !== null && !file, 'logo.data', siteMessages.logoUnreadable],
    [file !== undefined && file.type !== logo?.type, 'logo.data', siteMessages.logoType],
    [file !== undefined && file.size > LOGO_MAX_BYTES, 'logo.data', siteMessages.logoSize],
    [title === '', 'title', siteMessages.required],
    [description === '', 'description', siteMessages.required],
    [showsLogo && logo === null, 'logo', siteMessages.logoRequired],
    [showsLogo && logo?.alt === '', 'logo.alt', siteMessages.logoAltRequired],
  ];
};
