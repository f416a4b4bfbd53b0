const DATA_URL = /^data:([a-z0-9.+-]+\/[a-z0-9.+-]+);base64,([A-Za-z0-9+/]*={0,2})$/i;

/** Splits a base64 data URL. `size` is in bytes. Undefined for another URL, or without data. */
export const parseDataUrl = (
  url: string,
): { type: string; base64: string; size: number } | undefined => {
  const [, type, base64] = DATA_URL.exec(url) ?? [];
  if (type === undefined || base64 === undefined || base64 === '' || base64.length % 4 !== 0) {
    return undefined;
  }
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0;
  return { type: type.toLowerCase(), base64, size: (base64.length / 4) * 3 - padding };
};
