import { Link } from 'react-router-dom';
import { useChecklist } from '../../data/checklist.ts';
import { useEditableContent, type EditSources } from '../../data/editable-content.ts';
import { useHasHistory } from '../../data/history.ts';
import { PageHeading } from '../../routing/page-heading.tsx';
import { useHashScroll } from '../../routing/use-hash-scroll.ts';
import { classNames } from '../../ui/class-names.ts';
import { EditFields, EditForm } from '../editing/edit-form.tsx';
import { FileProblems, useFileProblems } from '../editing/file-problems.tsx';
import {
  SectionsField,
  SectionsFields,
  VisibilitySwitches,
  useSectionsEdit,
} from '../editing/sections-edit.tsx';
import type { SubjectName } from '../editing/subjects.ts';
import { UnsavedDrafts } from '../editing/unsaved-drafts.tsx';
import { ContentPending } from '../layout/admin-page.tsx';
import { FormSection, SectionedPage } from '../layout/sectioned-page.tsx';
import { useLinkedField } from '../layout/use-linked-field.ts';
import { Checklist } from './checklist.tsx';
import styles from './dashboard-page.module.css';
import {
  ContactFields,
  IdentityFields,
  NarrativeFields,
  ProfileFields,
  useProfileEdit,
} from './profile-fields.tsx';
import { RestoreDefaults } from './restore-defaults.tsx';
import { SiteFields, useSiteEdit } from './site-fields.tsx';
import { STORE_SECTION, StoreState } from './store-state.tsx';

/** The sections of the form, in order. */
const FORM_SECTIONS = {
  site: { id: 'site-metadata', title: 'Site metadata' },
  identity: { id: 'identity', title: 'Identity' },
  narrative: { id: 'narrative', title: 'Narrative' },
  contact: { id: 'contact', title: 'Contact' },
  siteSections: { id: 'site-sections', title: 'Site sections' },
} as const;

/** The subjects that the form edits and whose drafts it offers. */
const FORM_SUBJECTS: readonly SubjectName[] = ['site', 'profile', 'sections'];

/** The dashboard's form, with one save button for all parts. */
const DashboardForm = ({ sources }: { readonly sources: EditSources }) => {
  const site = useSiteEdit(sources.site);
  const profile = useProfileEdit(sources.profile);
  const sections = useSectionsEdit(sources.sections);
  return (
    <EditForm parts={[site, profile, sections]}>
      <EditFields part={site}>
        <FormSection {...FORM_SECTIONS.site}>
          <SiteFields site={site.value} onChange={site.change} />
        </FormSection>
      </EditFields>
      <EditFields part={profile}>
        <ProfileFields value={profile.value} onChange={profile.change}>
          <FormSection {...FORM_SECTIONS.identity}>
            <IdentityFields highlightsEnabled={profile.value.highlightsEnabled} />
          </FormSection>
          <FormSection {...FORM_SECTIONS.narrative}>
            <NarrativeFields />
          </FormSection>
          <FormSection {...FORM_SECTIONS.contact}>
            <ContactFields />
          </FormSection>
        </ProfileFields>
      </EditFields>
      <EditFields part={sections}>
        <FormSection {...FORM_SECTIONS.siteSections}>
          <SectionsFields value={sections.value} onChange={sections.change}>
            <SectionsField
              name="contact.description"
              hint="Shown above the contact buttons. Markdown works here."
              rows={4}
            />
            <VisibilitySwitches />
          </SectionsFields>
          <p>
            What these sections say is edited under{' '}
            <Link to="/admin/experiences#education-and-more">Education and more</Link>.
          </p>
        </FormSection>
      </EditFields>
    </EditForm>
  );
};

/** `/admin` */
export const DashboardPage = () => {
  const { sources, error, reload, restoreDefaults } = useEditableContent();
  const problems = useFileProblems();
  const hasHistory = useHasHistory() === true;
  // The checklist stands above the form: a later one would move what was scrolled to.
  const isReady = useChecklist() !== undefined && sources !== undefined;
  useHashScroll(isReady);
  useLinkedField(isReady);
  return (
    <main id="main" tabIndex={-1} className={classNames('page', styles.page)}>
      <title>Dashboard</title>
      <PageHeading className={styles.heading}>Dashboard</PageHeading>
      <FileProblems title="Problems in files" problems={problems}>
        These files can’t be read, or may not say what you meant.
      </FileProblems>
      <Checklist />
      <UnsavedDrafts isListed={(name) => !FORM_SUBJECTS.includes(name)} />
      {sources ? (
        <SectionedPage
          label="Dashboard sections"
          sections={[...Object.values(FORM_SECTIONS), ...(hasHistory ? [STORE_SECTION] : [])]}
        >
          <DashboardForm sources={sources} />
          <RestoreDefaults restore={restoreDefaults} hasHistory={hasHistory} />
          {hasHistory && <StoreState />}
        </SectionedPage>
      ) : (
        <ContentPending error={error} retry={reload} />
      )}
    </main>
  );
};
