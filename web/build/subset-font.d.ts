declare module 'subset-font' {
  interface Options {
    readonly targetFormat: 'woff2';
    /** The OpenType features that are kept; all of them where none are named. */
    readonly keepFeatures: readonly string[];
    readonly variationAxes: Readonly<
      Record<string, { readonly min: number; readonly max: number }>
    >;
  }

  /** A font with the characters of `text` only. */
  const subsetFont: (font: Buffer, text: string, options: Options) => Promise<Buffer>;
  export default subsetFont;
}
