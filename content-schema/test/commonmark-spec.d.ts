declare module 'commonmark-spec' {
  /** The examples of the specification, with `→` for a tab. */
  export const tests: readonly { markdown: string; html: string; number: number }[];
}
