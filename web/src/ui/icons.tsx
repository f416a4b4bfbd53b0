/**
 * The icons of public pages, copied from Lucide (https://lucide.dev, ISC): its package would add 1
 * KB of code to the visitors' bundle. The admin area uses the package.
 */

const icon =
  (path: string) =>
  ({ size }: { readonly size: number }) => (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  );

export const ArrowLeft = icon('m12 19-7-7 7-7M19 12H5');
export const ArrowRight = icon('M5 12h14m-7-7 7 7-7 7');
export const Check = icon('M20 6 9 17l-5-5');
export const ChevronDown = icon('m6 9 6 6 6-6');
export const Copy = icon(
  'M10 8h10a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H10a2 2 0 0 1-2-2V10a2 2 0 0 1 2-2M4 16a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2h10a2 2 0 0 1 2 2',
);
export const Mail = icon(
  'm22 7-9 5.7a2 2 0 0 1-2 0L2 7m2-3h16a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2',
);

/** A logo of a service, shown beside its name. */
const logo = (path: string) => () => (
  <svg width="16" height="16" viewBox="0 0 16 16" fill="currentColor" aria-hidden="true">
    <path d={path} />
  </svg>
);

export const LinkedInIcon = logo(
  'M1.2 0h13.6C15.5 0 16 .5 16 1.2v13.6c0 .7-.5 1.2-1.2 1.2H1.2C.5 16 0 15.5 0 14.8V1.2C0 .5.5 0 1.2 0Zm1.2 6v7.6h2.4V6H2.4Zm1.2-3.7a1.4 1.4 0 1 0 0 2.8 1.4 1.4 0 0 0 0-2.8ZM6.3 6v7.6h2.4V9.8c0-1 .2-2 1.4-2s1.3 1.2 1.3 2.1v3.7h2.3V9.4c0-2-.4-3.6-2.8-3.6-1.2 0-1.9.6-2.3 1.2V6H6.3Z',
);
export const GitHubIcon = logo(
  'M8 0a8 8 0 0 0-2.5 15.6c.4.1.5-.2.5-.4v-1.5c-2 .4-2.6-.5-2.7-1-.1-.2-.5-.9-.8-1.1-.3-.1-.7-.5 0-.5.6 0 1 .6 1.2.8.7 1.2 1.9.9 2.3.7.1-.5.3-.9.5-1.1-1.8-.2-3.6-.9-3.6-4 0-.8.3-1.5.8-2.1-.1-.2-.4-1 .1-2.1 0 0 .7-.2 2.2.8a7.5 7.5 0 0 1 4 0c1.5-1 2.2-.8 2.2-.8.4 1.1.2 1.9.1 2.1.5.6.8 1.3.8 2.1 0 3.1-1.9 3.8-3.7 4 .3.3.6.8.6 1.5v2.2c0 .2.1.5.5.4A8 8 0 0 0 8 0Z',
);
