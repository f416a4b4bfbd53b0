/** A web address as a person would write it: without scheme, `www.`, query and closing slash. */
export const shortAddress = (address: string): string =>
  address
    .replace(/^https?:\/\//i, '')
    .replace(/^www\./i, '')
    .replace(/[?#].*$/, '')
    .replace(/\/+$/, '');
