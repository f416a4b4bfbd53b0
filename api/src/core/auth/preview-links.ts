import { PREVIEW_KINDS, type PreviewKind } from 'content-schema';
import * as v from 'valibot';
import type { AuthState } from './auth-state.ts';
import { createSignatures } from '../signatures.ts';

export interface Preview {
  readonly of: PreviewKind;
  /** The id of the post, the commit, the name of the branch, or the number of the pull request. */
  readonly name: string;
  /** The commit of a pull request to show, without later ones; absent for others. */
  readonly head?: string | undefined;
  /** Milliseconds since 1970. */
  readonly expires: number;
}

const dataSchema = v.pipe(
  v.object({
    ...{ of: v.picklist(PREVIEW_KINDS), name: v.string(), head: v.optional(v.string()) },
  }),
  v.check(({ of, head }) => of !== 'pull' || head !== undefined),
);

export const previewPath = (token: string): string => `/preview/${token}/`;

/** Encodes previews in tokens that the first of the `secrets` signs, and all verify. */
export const createPreviewLinks = (secrets: readonly string[], state: AuthState) => {
  const signatures = createSignatures(secrets, 'preview links');
  return {
    tokenOf: ({ expires, ...data }: Preview): string => signatures.seal(data, expires),
    find: async (token: string): Promise<Preview | undefined> => {
      const opened = signatures.open(token);
      if (!opened) return undefined;
      await state.refresh();
      if (state.hasEnded(opened, 'link')) return undefined;
      const { success, output } = v.safeParse(dataSchema, opened.data);
      return success ? { ...output, expires: opened.expires } : undefined;
    },
  };
};
