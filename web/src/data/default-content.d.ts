declare module 'virtual:default-content' {
  import type { ContentResponse, Post, PostSummary } from 'content-schema';

  /** The sample portfolio of `fixtures/content`, rendered at build time. */
  export const defaultContent: ContentResponse & { readonly posts: (Post & PostSummary)[] };
}
