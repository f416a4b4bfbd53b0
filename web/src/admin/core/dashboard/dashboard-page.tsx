import { failureMessages, withoutPages, type Profile } from 'content-schema';
import { PenLine } from 'lucide-react';
import { useEffect } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { useChecklist } from '../../../data/use-store-state.ts';
import { useEditableContent, type FormSource } from '../../../data/editable-content.ts';
import { DASHBOARD_SECTIONS, EDIT_SECTIONS, NEW_POST, type AdminLocation } from '../paths.ts';
import { adminPostPath } from '../../../paths.ts';
import { useHashScroll } from '../../../routing/use-hash-scroll.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { showControl } from '../../../ui/form/form.tsx';
import { EditFields, EditForm, type ContentFormProps } from '../editing/edit/edit-form.tsx';
import { SectionsField, SectionsFields } from '../editing/fields/sections-fields.tsx';
import { TARGETS } from '../editing/edit/targets.ts';
import { UnsavedDrafts } from '../editing/edit/unsaved-drafts.tsx';
import { useEdit } from '../editing/edit/use-edit.ts';
import { ActionNote, useAction } from '../layout/action.tsx';
import { AdminPage, ContentPending } from '../layout/admin-page.tsx';
import { HiddenBadge, PostDate } from '../layout/badges.tsx';
import { useAsk, type Question } from '../layout/question.tsx';
import { FormSection, SectionedPage } from '../layout/sectioned-page.tsx';
import { latestPosts } from '../layout/visibility.ts';
import { useNewPhotos } from '../posts/editor/use-new-photos.ts';
import { Attention } from './attention.tsx';
import { useSavedLook } from './hue-field.tsx';
import {
  ContactFields,
  IdentityFields,
  NarrativeFields,
  ProfileFields,
} from './profile-fields.tsx';
import { SiteFields } from './site-fields.tsx';
import { StoreSection } from './store-section.tsx';

const { experiences: _, style: __, ...PARTS } = TARGETS;

const DashboardForm = ({ stored, source }: ContentFormProps) => {
  const edit = useEdit({ name: 'dashboard', parts: PARTS, stored });
  const { change } = edit;
  const { site, profile, sections } = edit.value;
  useSavedLook(stored.response.site);
  const photos = useNewPhotos(stored.response.profile.summary, 'profile.summary');
  const save: FormSource['save'] = (values, revision) =>
    photos.save((values['profile'] as Profile | undefined)?.summary ?? '', (sent) =>
      source.save(sent.length > 0 ? { ...values, photos: sent } : values, revision),
    );
  return (
    <EditForm edit={edit} source={{ ...source, save }}>
      <EditFields edit={edit} part="site">
        <FormSection {...DASHBOARD_SECTIONS.site}>
          <SiteFields value={site} onChange={(site) => change({ site })} />
        </FormSection>
      </EditFields>
      <EditFields edit={edit} part="profile">
        <ProfileFields value={profile} onChange={(profile) => change({ profile })}>
          <FormSection {...DASHBOARD_SECTIONS.identity}>
            <IdentityFields highlightsEnabled={profile.highlightsEnabled} />
          </FormSection>
          <FormSection {...DASHBOARD_SECTIONS.narrative}>
            <NarrativeFields photos={photos} />
          </FormSection>
          <FormSection {...DASHBOARD_SECTIONS.contact}>
            <ContactFields />
          </FormSection>
        </ProfileFields>
      </EditFields>
      <EditFields edit={edit} part="sections">
        <FormSection {...DASHBOARD_SECTIONS.siteSections}>
          <SectionsFields value={sections} onChange={(sections) => change({ sections })}>
            <SectionsField
              name="contact.description"
              hint="Shown above the contact buttons. Markdown works here."
              rows={4}
            />
          </SectionsFields>
          <p>
            What stands on the experiences page, and which of its sections are shown, is edited
            under <Link to={EDIT_SECTIONS}>Education and more</Link>.
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
    showControl(document.querySelector<HTMLElement>(`:is(input, textarea):is(${ids})`));
  }, [key, state, ready]);
};

export const DashboardPage = () => {
  const { loaded, source, error, reload } = useEditableContent();
  // The checklist stands above the form: a later one would move what was scrolled to.
  const isReady = useChecklist() !== undefined && loaded !== undefined;
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
      <Attention>
        <LatestPosts />
      </Attention>
      <UnsavedDrafts isListed={(form) => form !== 'dashboard'} />
      {loaded ? (
        <SectionedPage
          oneAtATime
          label="Dashboard sections"
          sections={Object.values(DASHBOARD_SECTIONS)}
        >
          <DashboardForm stored={loaded} source={source} />
          <RestoreDefaults />
          <StoreSection />
        </SectionedPage>
      ) : (
        <ContentPending error={error} retry={reload} />
      )}
    </AdminPage>
  );
};
