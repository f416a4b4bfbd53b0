import {
  LOGO_MAX_BYTES,
  logoPath,
  parseDataUrl,
  siteMessages,
  type Logo,
  type LogoType,
} from 'content-schema';
import { sniffImageType } from '../../images/sniff-image-type.ts';
import { cleanSvg } from '../../photos/clean-svg.ts';
import { InvalidInput } from '../errors.ts';

const EXTENSIONS: Readonly<Record<LogoType, string>> = {
  'image/png': 'png',
  'image/svg+xml': 'svg',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
};

export const newLogoPath = (type: LogoType): string => logoPath(EXTENSIONS[type]);

const refuse = (message: string): never => {
  throw new InvalidInput([{ path: 'logo.data', message }]);
};

const START_TAG = /<[^!?/]/g;

const countElements = (svg: Uint8Array): number =>
  Buffer.from(svg).toString().match(START_TAG)?.length ?? 0;

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : siteMessages.logoUnreadable;

/** As it was sent, unless it holds more than the picture: then without that. */
const plainSvg = (bytes: Uint8Array): Uint8Array => {
  try {
    const clean = cleanSvg(bytes);
    return countElements(clean) === countElements(bytes) ? bytes : clean;
  } catch (error) {
    return refuse(messageOf(error));
  }
};

/**
 * The bytes of a logo's file, of which none runs a script. Throws `InvalidInput` when they are of
 * another type than the logo says, or an SVG that is more than a picture.
 */
export const logoBytes = ({ data, type }: Logo): Uint8Array => {
  const sent = Buffer.from(parseDataUrl(data)?.base64 ?? '', 'base64');
  if (sniffImageType(sent) !== type) return refuse(siteMessages.logoType);
  const bytes = type === 'image/svg+xml' ? plainSvg(sent) : sent;
  return bytes.byteLength > LOGO_MAX_BYTES ? refuse(siteMessages.logoSize) : bytes;
};
