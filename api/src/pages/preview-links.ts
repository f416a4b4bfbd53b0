import { PREVIEW_KINDS, type PreviewKind } from 'content-schema';
import * as v from 'valibot';
import { createSignatures } from '../signatures.ts';

export interface Preview {
  readonly of: PreviewKind;
  /** Of the post, the commit or the branch, or the number of the pull request. */
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly expires: number;
}

/** Names previews in links; nothing is kept of them, so that every instance knows each. */
export interface PreviewLinks {
  tokenOf(preview: Preview): string;
  /** Undefined for one that `tokenOf` did not make, or whose time has passed. */
  find(token: string): Preview | undefined;
}

const previewSchema = v.object({
  of: v.picklist(PREVIEW_KINDS),
  name: v.string(),
  expires: v.number(),
});

/**
 * Tokens signed with keys that are derived from `secrets`: the first signs, all verify. A secret that is
 * taken away takes the links with it.
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
