declare module 'virtual:document' {
  /** The HTML document of the client build, without a rendered page. */
  export const document: string;
}
