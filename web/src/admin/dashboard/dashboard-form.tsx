import type { Profile } from 'content-schema';
import type { EditSources } from '../../data/editable-content.ts';
import { EditFields } from '../edit-form/edit-fields.tsx';
import { EditForm } from '../edit-form/edit-form.tsx';
import { ContactFields } from './contact-fields.tsx';
import { IdentityFields } from './identity-fields.tsx';
import { NarrativeFields } from './narrative-fields.tsx';
import { useProfileEdit } from './use-profile-edit.ts';

/** Everything that the dashboard edits, behind one button. */
export const DashboardForm = ({ sources }: { readonly sources: EditSources }) => {
  const profile = useProfileEdit(sources.profile);
  const profileFields = {
    profile: profile.value,
    change: (changes: Partial<Profile>) => profile.change({ ...profile.value, ...changes }),
  };
  return (
    <EditForm parts={[profile]}>
      <EditFields part={profile}>
        <IdentityFields {...profileFields} />
        <NarrativeFields {...profileFields} />
        <ContactFields {...profileFields} />
      </EditFields>
    </EditForm>
  );
};
