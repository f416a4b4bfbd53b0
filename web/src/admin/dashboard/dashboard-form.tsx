import type { Profile } from 'content-schema';
import type { EditSources } from '../../data/editable-content.ts';
import { EditFields } from '../editing/edit-fields.tsx';
import { EditForm } from '../editing/edit-form.tsx';
import { useSectionsEdit } from '../editing/sections/use-sections-edit.ts';
import { ContactFields } from './contact-fields.tsx';
import { IdentityFields } from './identity-fields.tsx';
import { NarrativeFields } from './narrative-fields.tsx';
import { SectionCopyFields } from './section-copy-fields.tsx';
import { SiteFields } from './site-fields.tsx';
import { useProfileEdit } from './use-profile-edit.ts';
import { useSiteEdit } from './use-site-edit.ts';

/** Everything that the dashboard edits, behind one button. */
export const DashboardForm = ({ sources }: { readonly sources: EditSources }) => {
  const site = useSiteEdit(sources.site);
  const profile = useProfileEdit(sources.profile);
  const sections = useSectionsEdit(sources.sections);
  const profileFields = {
    profile: profile.value,
    change: (changes: Partial<Profile>) => profile.change({ ...profile.value, ...changes }),
  };
  return (
    <EditForm parts={[site, profile, sections]}>
      <EditFields part={site}>
        <SiteFields
          site={site.value}
          change={(changes) => site.change({ ...site.value, ...changes })}
        />
      </EditFields>
      <EditFields part={profile}>
        <IdentityFields {...profileFields} />
        <NarrativeFields {...profileFields} />
        <ContactFields {...profileFields} />
      </EditFields>
      <EditFields part={sections}>
        <SectionCopyFields
          sections={sections.value}
          change={(changes) => sections.change({ ...sections.value, ...changes })}
        />
      </EditFields>
    </EditForm>
  );
};
