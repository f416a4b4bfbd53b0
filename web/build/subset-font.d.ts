declare module 'subset-font' {
  interface Options {
    readonly targetFormat: 'woff2';
    /** The OpenType features to keep; all of them if omitted. */
    readonly keepFeatures: readonly string[];
    readonly variationAxes: Readonly<
      Record<string, { readonly min: number; readonly max: number }>
    >;
  }

  const subsetFont: (font: Buffer, text: string, options: Options) => Promise<Buffer>;
  export default subsetFont;
}
