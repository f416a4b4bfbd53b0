import { failureMessages, withoutPages } from 'content-schema';
import { PenLine } from 'lucide-react';
import { useEffect } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { useChecklist } from '../../data/use-checklist.ts';
import { useEditableContent, type EditableParts } from '../../data/editable-content.ts';
import { NEW_POST } from '../../admin-paths.ts';
import { adminPostPath } from '../../paths.ts';
import { useHashScroll } from '../../routing/use-hash-scroll.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { EditFields, EditForm } from '../editing/edit/edit-form.tsx';
import {
  SectionsField,
  SectionsFields,
  VisibilitySwitches,
} from '../editing/fields/sections-fields.tsx';
import { ENTITIES, type SubjectName } from '../editing/edit/subjects.ts';
import { UnsavedDrafts } from '../editing/edit/unsaved-drafts.tsx';
import { useEdit } from '../editing/edit/use-edit.ts';
import { ActionNote, useAction } from '../layout/action.tsx';
import { AdminPage, ContentPending } from '../layout/admin-page.tsx';
import { HiddenBadge, PostDate } from '../layout/badges.tsx';
import type { AdminLocation } from '../layout/link-state.ts';
import { useAsk, type Question } from '../layout/question.tsx';
import { FormSection, SectionedPage } from '../layout/sectioned-page.tsx';
import { latestPosts } from '../layout/visibility.ts';
import { Attention } from './attention.tsx';
import { useSavedHue } from './hue-field.tsx';
import {
  ContactFields,
  IdentityFields,
  NarrativeFields,
  ProfileFields,
} from './profile-fields.tsx';
import { SiteFields } from './site-fields.tsx';
import { STORE_SECTION, StoreSection } from './store-section.tsx';

const FORM_SECTIONS = {
  site: { id: 'site-metadata', title: 'Site metadata' },
  identity: { id: 'identity', title: 'Identity' },
  narrative: { id: 'narrative', title: 'Narrative' },
  contact: { id: 'contact', title: 'Contact' },
  siteSections: { id: 'site-sections', title: 'Site sections' },
} as const;

/** The subjects that the form edits and whose drafts it offers. */
const FORM_SUBJECTS: readonly SubjectName[] = ['site', 'profile', 'sections'];

const DashboardForm = ({ content }: { readonly content: EditableParts }) => {
  const { stored } = content;
  const site = useEdit({ ...ENTITIES.site, stored: stored.site });
  const profile = useEdit({ ...ENTITIES.profile, stored: stored.profile });
  const sections = useEdit({ ...ENTITIES.sections, stored: stored.sections });
  useSavedHue(stored.site.response.hue);
  return (
    <EditForm parts={[site, profile, sections]} source={content}>
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

const RestoreDefaults = () => {
  const { restoreDefaults } = useEditableContent();
  const ask = useAsk();
  const { status, run } = useAction();
  const question: Question = {
    title: 'Restore the default content?',
    text: 'The site metadata, the profile, the experiences, all sections and all blog posts are replaced by the sample content. Photos stay. What is there now stays in the history and can be restored.',
    action: 'Restore defaults',
    dangerous: true,
    onConfirm: () => {
      const words = { done: 'Defaults restored', failed: failureMessages.resetContent };
      void run(restoreDefaults, words);
    },
  };
  return (
    <div className="stack-3 start divided">
      <p className="note">
        Restoring the defaults replaces everything on the site with the sample content.
      </p>
      <Button pending={status.state === 'busy'} onClick={() => ask(question)}>
        Restore defaults
      </Button>
      <ActionNote status={status} busy="Restoring defaults..." />
    </div>
  );
};

const LATEST_MAX = 3;

/** The post that is published next, and those that changed last. Renders nothing without posts. */
const LatestPosts = () => {
  const posts = withoutPages(useEditableContent().loaded?.response.posts ?? []);
  if (posts.length === 0) return null;
  return (
    <ul role="list" className="stack-3" aria-label="Latest posts">
      {latestPosts(posts, LATEST_MAX).map((post) => (
        <li key={post.id} className="apart divided">
          <div className="facts">
            <Link className="quiet-link title large" to={adminPostPath(post.id)} dir="auto">
              {post.title}
            </Link>
            <HiddenBadge post={post} />
          </div>
          <PostDate post={post} />
        </li>
      ))}
    </ul>
  );
};

/** Focuses the first field that the link to this page asks for, once the page is ready. */
const useLinkedField = (ready: boolean): void => {
  const { key, state } = useLocation() as AdminLocation;
  useEffect(() => {
    if (!ready || !state?.fields?.length) return;
    const ids = state.fields.map((field) => `[id*="-${CSS.escape(field)}"]`).join();
    const control = document.querySelector<HTMLElement>(`:is(input, textarea):is(${ids})`);
    control?.scrollIntoView({ block: 'center' });
    control?.focus({ preventScroll: true });
  }, [key, state, ready]);
};

/** `/admin` */
export const DashboardPage = () => {
  const { parts, error, reload } = useEditableContent();
  // The checklist stands above the form: a later one would move what was scrolled to.
  const isReady = useChecklist() !== undefined && parts !== undefined;
  useHashScroll(isReady);
  useLinkedField(isReady);
  return (
    <AdminPage
      title="Dashboard"
      actions={
        <ButtonLink variant="primary" to={NEW_POST}>
          <PenLine size={18} aria-hidden="true" />
          Write a post
        </ButtonLink>
      }
    >
      <LatestPosts />
      <Attention />
      <UnsavedDrafts isListed={(name) => !FORM_SUBJECTS.includes(name)} />
      {parts ? (
        <SectionedPage
          label="Dashboard sections"
          sections={[...Object.values(FORM_SECTIONS), STORE_SECTION]}
        >
          <DashboardForm content={parts} />
          <RestoreDefaults />
          <StoreSection />
        </SectionedPage>
      ) : (
        <ContentPending error={error} retry={reload} />
      )}
    </AdminPage>
  );
};
