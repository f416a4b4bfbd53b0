import { PREVIEW_KINDS, type PreviewKind } from 'content-schema';
import * as v from 'valibot';
import type { RevokedSessions } from '../../auth/revoked-sessions.ts';
import { createSignatures } from '../../signatures.ts';

export interface Preview {
  readonly of: PreviewKind;
  /** The id of the post, the commit, the name of the branch, or the number of the pull request. */
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly expires: number;
}

/** Encodes previews in signed tokens, which every instance can verify. Only ended ones are stored. */
export interface PreviewLinks {
  tokenOf(preview: Preview): string;
  /** Decodes a token; undefined if it is invalid, expired or ended. */
  find(token: string): Promise<Preview | undefined>;
  /** Ends a link; ignores an invalid token. Rejects when it can't be stored. */
  end(token: string): Promise<void>;
  /** Ends all links. Rejects when it can't be stored. */
  endAll(): Promise<void>;
}

const previewSchema = v.object({
  of: v.picklist(PREVIEW_KINDS),
  name: v.string(),
  expires: v.number(),
  /** Tokens of older versions lack it. */
  made: v.optional(v.number(), 0),
});

/**
 * Creates tokens that are signed with keys derived from `secrets`: the first one signs, all verify.
 * Removing a secret revokes its links.
 */
export const createPreviewLinks = (
  secrets: readonly string[],
  revoked: Pick<RevokedSessions, 'refresh' | 'hasLink' | 'add' | 'endLinks'>,
): PreviewLinks => {
  const signatures = createSignatures(secrets, 'preview links');

  const open = (token: string) => {
    const value = signatures.open(token);
    if (value === undefined) return undefined;
    const { made, ...preview } = v.parse(previewSchema, value);
    // The signature alone doesn't open the link.
    return { preview, link: { id: token.split('.')[1] ?? '', begunAt: made } };
  };

  return {
    tokenOf: (preview) => signatures.seal({ ...preview, made: Date.now() }),
    find: async (token) => {
      const opened = open(token);
      if (!opened || opened.preview.expires <= Date.now()) return undefined;
      await revoked.refresh();
      return revoked.hasLink(opened.link) ? undefined : opened.preview;
    },
    end: async (token) => {
      const opened = open(token);
      if (opened) await revoked.add(opened.link.id, opened.preview.expires);
    },
    endAll: () => revoked.endLinks(),
  };
};
