import { LOGO_MAX_BYTES, isLogoType, parseDataUrl, siteMessages, type Logo } from 'content-schema';

type LogoFile = Pick<Logo, 'data' | 'type'>;

/** Empty when the file can't be read. */
const readDataUrl = (file: File): Promise<string> =>
  new Promise((resolve) => {
    const reader = new FileReader();
    reader.onloadend = () => resolve(typeof reader.result === 'string' ? reader.result : '');
    reader.readAsDataURL(file);
  });

/** A chosen file as a logo, or why it can't be one. */
export const readLogo = async (file: File): Promise<LogoFile | { readonly problem: string }> => {
  const { type, size } = file;
  if (!isLogoType(type)) return { problem: siteMessages.logoType };
  if (size > LOGO_MAX_BYTES) return { problem: siteMessages.logoSize };
  const data = await readDataUrl(file);
  return parseDataUrl(data) ? { data, type } : { problem: siteMessages.logoUnreadable };
};
