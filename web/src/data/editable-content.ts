import type { ContentAnswer, Profile, ProfileAnswer } from 'content-schema';
import useSWR, { useSWRConfig } from 'swr';
import { usePublicContent } from './content.ts';
import { WHOLE_CONTENT, isContentKey, withPart, type LoadedContent } from './loaded-content.ts';
import { messageOf, request, type Answered } from './request.ts';

interface EditableContent {
  /** Undefined until it has arrived. */
  readonly loaded: LoadedContent<ContentAnswer> | undefined;
  readonly error: string | undefined;
  readonly reload: () => void;
  /** `revision` is the commit that the edits began from. Rejects as `request` does. */
  readonly saveProfile: (
    profile: Profile,
    revision: string | undefined,
  ) => Promise<Answered<ProfileAnswer>>;
}

/** The whole content, for the administrator, and its saves. */
export const useEditableContent = (): EditableContent => {
  const { mutate } = useSWRConfig();
  // So that the public site shows a save as soon as it is looked at.
  usePublicContent();
  const content = useSWR<LoadedContent<ContentAnswer>, unknown>(WHOLE_CONTENT, () =>
    request(WHOLE_CONTENT),
  );

  const saveProfile = async (body: Profile, revision: string | undefined) => {
    const saved = await request('PUT /profile', { body, revision });
    await mutate(isContentKey, withPart('profile', saved), { revalidate: false });
    return saved;
  };

  return {
    loaded: content.data,
    error:
      content.error === undefined ? undefined : messageOf(content.error, 'Failed to load content'),
    reload: () => void content.mutate(),
    saveProfile,
  };
};
