import {
  experiencesFields,
  labelsOf,
  profileFields,
  sectionsFields,
  siteFields,
} from 'content-schema';
import { withRenderedHtml } from 'content-schema/content-files';
import { shownValue, type Field } from 'content-schema/fields';
import { sampleValue, textsIn } from 'fixtures/sample-value';
import type { ReactElement } from 'react';
import { expect, it, vi } from 'vitest';
import {
  ContactFields,
  IdentityFields,
  NarrativeFields,
  ProfileFields,
} from './admin/core/dashboard/profile-fields.tsx';
import { SiteFields } from './admin/core/dashboard/site-fields.tsx';
import { SectionsField, SectionsFields } from './admin/core/editing/fields/sections-fields.tsx';
import { EMPTY_POST, postFormFields } from './admin/core/editing/edit/post-form.ts';
import { ExperiencesEditor } from './admin/core/experiences/edit-experiences-page.tsx';
import { SectionsEditor } from './admin/core/experiences/sections-editor.tsx';
import { useNewPhotos } from './admin/core/posts/editor/use-new-photos.ts';
import { PostEditor } from './admin/core/posts/editor/post-editor.tsx';
import { PAGES } from './pages/pages.ts';
import { renderAddress } from '../test/render-address.ts';
import { renderElement } from '../test/render-element.tsx';

// It extends a class of browsers when it loads.
vi.mock('@github/text-expander-element', () => ({}));

const site = sampleValue(siteFields);
const profile = sampleValue(profileFields);
const experiences = sampleValue(experiencesFields);
const sections = sampleValue(sectionsFields);

/** Fields that a save derives from other fields. */
const DERIVED = ['Show availability', 'Show focus areas', 'Logo file type', 'Project #: address'];

/** The labels of the fields for which `form` has no control. */
const missingIn = (form: ReactElement, field: Field): string[] => {
  const html = renderElement(form);
  const labels = Object.entries(labelsOf(field)).map(([path, label]) => ({
    path: path.replaceAll('*', '0'),
    label,
  }));
  const isWhole = (path: string) => labels.some((other) => other.path.startsWith(`${path}.`));
  return (
    labels
      // Entries have buttons to move them.
      .filter(({ path }) => !/^$|(^|\.)order$/.test(path) && !isWhole(path))
      .filter(({ path, label }) => !html.includes(`id="-${path}"`) && !html.includes(`>${label}<`))
      .map(({ label }) => label)
      .filter((label) => !DERIVED.includes(label))
  );
};

const Narrative = () => <NarrativeFields photos={useNewPhotos('')} />;

const ignore = () => undefined;

const EMPTY = { response: EMPTY_POST, revision: '' };
const POST = {
  ...({
    id: undefined,
    beginWith: undefined,
    isNew: true,
    notice: false,
    onMoved: ignore,
  } as const),
  source: { isStored: false, stored: EMPTY, latest: () => Promise.resolve(EMPTY) },
};

it.each<[string, ReactElement, Field]>([
  ['the site', <SiteFields value={site} onChange={ignore} />, siteFields],
  [
    'the profile',
    <ProfileFields value={profile} onChange={ignore}>
      <IdentityFields highlightsEnabled />
      <Narrative />
      <ContactFields />
    </ProfileFields>,
    profileFields,
  ],
  ['an experience', <ExperiencesEditor value={experiences} onChange={ignore} />, experiencesFields],
  [
    'the sections',
    <>
      <SectionsFields value={sections} onChange={ignore}>
        <SectionsField name="contact.description" />
      </SectionsFields>
      <SectionsEditor value={sections} onChange={ignore} />
    </>,
    sectionsFields,
  ],
  [
    'a post or page',
    <>
      <PostEditor kind="post" {...POST} />
      <PostEditor kind="page" {...POST} />
    </>,
    postFormFields,
  ],
])('every field of %s can be edited', (_, form, field) => {
  expect(missingIn(form, field)).toEqual([]);
});

it("every field's text is shown to visitors", async () => {
  const content = {
    site: { ...site, logo: null },
    profile: withRenderedHtml(profileFields, profile),
    experiences: withRenderedHtml(experiencesFields, experiences),
    sections: withRenderedHtml(sectionsFields, sections),
  };
  const paths = PAGES.map(({ path }) => path).filter((path) => !path.includes(':'));
  const pages = await Promise.all(paths.map((path) => renderAddress(path, content)));
  const html = pages.map(({ body }) => body).join();
  const shown = html.replaceAll(/<script.*?<\/script>/gs, '');
  const texts = [profileFields, experiencesFields, sectionsFields].flatMap((field) =>
    textsIn(shownValue(field, sampleValue(field))),
  );
  expect(texts.length).toBeGreaterThan(20);
  expect(texts.filter((text) => !shown.includes(text))).toEqual([]);
});
