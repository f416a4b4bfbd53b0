declare module 'virtual:document' {
  /** The HTML document of the client build, without a rendered page. */
  const document: string;
  export default document;
}
