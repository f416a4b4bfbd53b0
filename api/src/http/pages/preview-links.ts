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

const previewSchema = v.object({
  of: v.picklist(PREVIEW_KINDS),
  name: v.string(),
  expires: v.number(),
  /** Tokens of older versions lack it. */
  made: v.optional(v.number(), 0),
});

export const previewPath = (token: string): string => `/preview/${token}/`;

export type PreviewLinks = ReturnType<typeof createPreviewLinks>;

/**
 * Encodes previews in tokens, which every instance can verify; only ended ones are stored. They are
 * signed with keys derived from `secrets`: the first one signs, all verify.
 * Removing a secret revokes its links.
 */
export const createPreviewLinks = (
  secrets: readonly string[],
  revoked: Pick<RevokedSessions, 'refresh' | 'hasLink' | 'add' | 'endLinks'>,
) => {
  const signatures = createSignatures(secrets, 'preview links');

  const open = (token: string) => {
    const value = signatures.open(token);
    if (value === undefined) return undefined;
    const { made, ...preview } = v.parse(previewSchema, value);
    // The signature alone doesn't open the link.
    return { preview, link: { id: token.split('.')[1] ?? '', begunAt: made } };
  };

  return {
    tokenOf: (preview: Preview): string => signatures.seal({ ...preview, made: Date.now() }),
    /** Decodes a token; undefined if it is invalid, expired or ended. */
    find: async (token: string): Promise<Preview | undefined> => {
      const opened = open(token);
      if (!opened || opened.preview.expires <= Date.now()) return undefined;
      await revoked.refresh();
      return revoked.hasLink(opened.link) ? undefined : opened.preview;
    },
    /** Ends a link; ignores an invalid token. Rejects when it can't be stored. */
    end: async (token: string) => {
      const opened = open(token);
      if (opened) await revoked.add(opened.link.id, opened.preview.expires);
    },
    /** Ends all links. Rejects when it can't be stored. */
    endAll: () => revoked.endLinks(),
  };
};
