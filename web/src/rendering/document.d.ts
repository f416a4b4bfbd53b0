declare module 'virtual:document' {
  /** The HTML document that the client's build has made, without a page in it. */
  export const document: string;
}
