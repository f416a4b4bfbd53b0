import { profileSchema, validate, type Profile, type ProfileAnswer } from 'content-schema';
import type { Answered } from '../../data/request.ts';
import { EditForm } from '../edit-form/edit-form.tsx';
import { useEditForm } from '../edit-form/use-edit-form.ts';
import { ContactFields } from './contact-fields.tsx';
import { IdentityFields } from './identity-fields.tsx';
import { NarrativeFields } from './narrative-fields.tsx';

interface ProfileFormProps {
  readonly stored: Answered<ProfileAnswer>;
  readonly save: (
    profile: Profile,
    revision: string | undefined,
  ) => Promise<Answered<ProfileAnswer>>;
}

const MESSAGES = {
  saving: 'Saving profile...',
  saved: 'Profile updated',
  failed: 'Failed to save profile',
};

/** The profile's three parts, which are saved together. */
export const ProfileForm = ({ stored, save }: ProfileFormProps) => {
  const form = useEditForm({
    stored,
    validate: (profile) => validate(profileSchema, profile),
    save,
    messages: MESSAGES,
  });
  const fields = {
    profile: form.value,
    change: (changes: Partial<Profile>) => form.change({ ...form.value, ...changes }),
  };
  return (
    <EditForm form={form}>
      <IdentityFields {...fields} />
      <NarrativeFields {...fields} />
      <ContactFields {...fields} />
    </EditForm>
  );
};
