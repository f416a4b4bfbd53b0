/**
 * The icons of public pages, copied from Lucide (https://lucide.dev, ISC): its package would add 1
 * KB of code to the visitors' bundle. The admin area uses the package.
 */

interface IconProps {
  /** Pixels. */
  readonly size: number;
}

const icon =
  (path: string) =>
  ({ size }: IconProps) => (
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
