declare module 'virtual:default-content' {
  import type { ContentAnswer, Post, PostSummary } from 'content-schema';

  /** The sample portfolio of `fixtures/content`, rendered when the app was built. */
  export const defaultContent: ContentAnswer & { readonly posts: (Post & PostSummary)[] };
}
