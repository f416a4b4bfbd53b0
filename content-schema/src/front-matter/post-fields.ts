/** The fields of a post as its file holds them. */
export interface PostFields {
  readonly title: string;
  readonly tags: readonly string[];
  readonly hidden: boolean;
  /** ISO dates. */
  readonly createdAt?: string;
  readonly updatedAt?: string;
  /** Markdown. */
  readonly content: string;
}

/** Trimmed, and without the empty ones. */
export const cleanTags = (tags: readonly string[]): string[] =>
  tags.map((tag) => tag.trim()).filter((tag) => tag !== '');
