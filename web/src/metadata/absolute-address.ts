/** The whole address that `address` means on the site at `origin`; undefined when it is none. */
export const absoluteAddress = (address: string | undefined, origin: string): string | undefined =>
  address !== undefined && URL.canParse(address, origin)
    ? new URL(address, origin).href
    : undefined;
