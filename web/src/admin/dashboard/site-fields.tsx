import {
  META_DESCRIPTION_IDEAL_LENGTH,
  failureMessages,
  isLogoType,
  parseDataUrl,
  siteFields,
  siteMessages,
  siteSchema,
  validate,
  type Logo,
  type SiteValues,
} from 'content-schema';
import type { StoredValue } from '../../data/editable-content.ts';
import { RadioGroup } from '../../ui/form/choice.tsx';
import { bindFields } from '../editing/fields/bound-fields.tsx';
import { useEdit, type Edit } from '../editing/edit/use-edit.ts';
import { HueField } from './hue-field.tsx';
import { LogoField } from './logo-field.tsx';

/** Resolving a logo conflict may combine the image of one side with the file type of the other. */
const withLogoType = (site: SiteValues): SiteValues => {
  const type = site.logo && parseDataUrl(site.logo.data)?.type;
  return site.logo && type && isLogoType(type) ? { ...site, logo: { ...site.logo, type } } : site;
};

export const useSiteEdit = (source: StoredValue<unknown>): Edit<SiteValues> =>
  useEdit({
    name: 'site',
    source,
    fields: siteFields,
    validate: (site) => validate(siteSchema, withLogoType(site)),
    messages: {
      saving: 'Saving site metadata...',
      saved: 'Site metadata updated',
      failed: failureMessages.saveSite,
    },
  });

const { Fields, Field } = bindFields(siteFields);

interface SiteFieldsProps {
  readonly site: SiteValues;
  readonly onChange: (site: SiteValues) => void;
}

export const SiteFields = ({ site, onChange }: SiteFieldsProps) => {
  const { homeButtonMode, logo } = site;
  const changeLogo = (next: Logo | null) =>
    onChange({ ...site, logo: next, homeButtonMode: next === null ? 'text' : homeButtonMode });
  return (
    <Fields value={site} onChange={onChange}>
      <Field name="title" autoComplete="off" />
      <Field
        name="description"
        hint={`What search engines and links show; ideally under ${META_DESCRIPTION_IDEAL_LENGTH} characters.`}
        rows={3}
      />
      <Field name="lang" hint="Of the texts, e.g. en, de or pt-BR." autoComplete="off" />
      <RadioGroup
        path="homeButtonMode"
        label={siteFields.fields.homeButtonMode.label}
        value={homeButtonMode}
        onChange={(mode) => onChange({ ...site, homeButtonMode: mode })}
        options={[
          { value: 'text', label: 'Text', hint: 'The site title in lower case.' },
          {
            value: 'logo',
            label: 'Logo',
            hint: logo ? undefined : siteMessages.logoRequired,
            disabled: logo === null,
          },
        ]}
      />
      <LogoField logo={logo} onChange={changeLogo} />
      <HueField hue={site.hue} onChange={(hue) => onChange({ ...site, hue })} />
      <Field name="showRevisions" />
      <div className="stack-2">
        <Field name="suggestCorrections" />
        <p className="hint">
          Each post links to GitHub’s editor of its file, as long as the repository there is public.
        </p>
      </div>
    </Fields>
  );
};
