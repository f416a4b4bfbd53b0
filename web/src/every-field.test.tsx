import {
  experiencesFields,
  labelsOf,
  profileFields,
  sectionsFields,
  siteFields,
} from 'content-schema';
import { withRenderedHtml } from 'content-schema/content-files';
import type { Field } from 'content-schema/fields';
import { sampleTexts, sampleValue } from 'fixtures/sample-value';
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import {
  ContactFields,
  IdentityFields,
  NarrativeFields,
  ProfileFields,
} from './admin/dashboard/profile-fields.tsx';
import { SiteFields } from './admin/dashboard/site-fields.tsx';
import { SectionsField, SectionsFields } from './admin/editing/fields/sections-fields.tsx';
import { ExperiencesEditor } from './admin/experiences/experiences-editor.tsx';
import { SectionsEditor } from './admin/experiences/sections-editor.tsx';
import { PAGES } from './pages/pages.ts';
import { renderAddress } from '../test/render-address.ts';

const render = (element: ReactElement): string =>
  renderToStaticMarkup(<StaticRouter location="/">{element}</StaticRouter>);

const site = sampleValue(siteFields);
const profile = sampleValue(profileFields);
const experiences = sampleValue(experiencesFields);
const sections = sampleValue(sectionsFields);

/** Fields that a save derives from other fields. */
const DERIVED = ['Show availability', 'Show focus areas', 'Logo file type'];

/** The labels of the fields for which `form` has no control. */
const missingIn = (form: ReactElement, field: Field): string[] => {
  const html = render(form);
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

const ignore = () => undefined;

describe('every field can be edited', () => {
  it('of the site', () => {
    expect(missingIn(<SiteFields site={site} onChange={ignore} />, siteFields)).toEqual([]);
  });

  it('of the profile', () => {
    const form = (
      <ProfileFields value={profile} onChange={ignore}>
        <IdentityFields highlightsEnabled />
        <NarrativeFields />
        <ContactFields />
      </ProfileFields>
    );
    expect(missingIn(form, profileFields)).toEqual([]);
  });

  it('of an experience', () => {
    const form = <ExperiencesEditor experiences={experiences} onChange={ignore} />;
    expect(missingIn(form, experiencesFields)).toEqual([]);
  });

  it('of the sections', () => {
    const form = (
      <>
        <SectionsFields value={sections} onChange={ignore}>
          <SectionsField name="contact.description" />
        </SectionsFields>
        <SectionsEditor sections={sections} onChange={ignore} />
      </>
    );
    expect(missingIn(form, sectionsFields)).toEqual([]);
  });
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
  const texts = [profileFields, experiencesFields, sectionsFields].flatMap(sampleTexts);
  expect(texts.length).toBeGreaterThan(20);
  expect(texts.filter((text) => !shown.includes(text))).toEqual([]);
});
