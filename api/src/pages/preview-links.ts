import { PREVIEW_KINDS, type PreviewKind } from 'content-schema';
import * as v from 'valibot';
import { createSignatures } from '../signatures.ts';

export interface Preview {
  readonly of: PreviewKind;
  /** The id of the post, the commit, the name of the branch, or the number of the pull request. */
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly expires: number;
}

/** Encodes previews in signed tokens. Nothing is stored, so every instance can verify them. */
export interface PreviewLinks {
  tokenOf(preview: Preview): string;
  /** Decodes a token; undefined if it is invalid or expired. */
  find(token: string): Preview | undefined;
}

const previewSchema = v.object({
  of: v.picklist(PREVIEW_KINDS),
  name: v.string(),
  expires: v.number(),
});

/**
 * Creates tokens that are signed with keys derived from `secrets`: the first one signs, all verify.
 * Removing a secret revokes its links.
 */
export const createPreviewLinks = (secrets: readonly string[]): PreviewLinks => {
  const signatures = createSignatures(secrets, 'preview links');
  return {
    tokenOf: (preview) => {
      const text = Buffer.from(JSON.stringify(preview)).toString('base64url');
      return `${text}.${signatures.sign(text)}`;
    },
    find: (token) => {
      const [text = '', signature = ''] = token.split('.');
      if (!signatures.verifies(text, signature)) return undefined;
      const preview = v.parse(previewSchema, JSON.parse(Buffer.from(text, 'base64url').toString()));
      return preview.expires > Date.now() ? preview : undefined;
    },
  };
};
