import type { Post, PostSummary } from 'content-schema';

type SamplePost = Post & PostSummary;

/** A visible post without a date, a tag or a text, but for the changes. */
export const samplePost = (id: string, changes: Partial<SamplePost> = {}): SamplePost => ({
  ...{ id, title: `Title of ${id}`, tags: [], hidden: false },
  ...{ excerpt: '', content: '', contentHtml: '' },
  ...changes,
});
