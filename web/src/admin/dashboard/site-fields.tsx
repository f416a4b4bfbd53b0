import {
  META_DESCRIPTION_IDEAL_LENGTH,
  failureMessages,
  isLogoType,
  labelsOf,
  readValue,
  parseDataUrl,
  siteFields,
  siteMessages,
  siteSchema,
  validate,
  type Logo,
  type Site,
  type SiteValues,
} from 'content-schema';
import type { EditSource } from '../../data/editable-content.ts';
import type { Versioned } from '../../data/request.ts';
import { bindFields } from '../editing/bound-fields.tsx';
import { useEdit, type Edit } from '../editing/use-edit.ts';
import { LogoField } from './logo-field.tsx';

const MESSAGES = {
  saving: 'Saving site metadata...',
  saved: 'Site metadata updated',
  failed: failureMessages.saveSite,
};

const LABELS = labelsOf(siteFields);

/** Resolving a logo conflict may combine the image of one side with the file type of the other. */
const withLogoType = (site: SiteValues): SiteValues => {
  const type = site.logo && parseDataUrl(site.logo.data)?.type;
  return site.logo && type && isLogoType(type) ? { ...site, logo: { ...site.logo, type } } : site;
};

const withAllValues = <Stored extends Versioned<Site>>(stored: Stored) => ({
  ...stored,
  answer: readValue(siteFields, stored.answer),
});

/** Adds the defaults, which answers and unchanged saves leave out. */
const valuesOf = ({
  stored,
  latest,
  save,
  ...source
}: EditSource<Site>): EditSource<SiteValues> => {
  const { showRevisions = true } = stored.answer;
  return {
    ...source,
    stored: withAllValues(stored),
    latest: async () => withAllValues(await latest()),
    save: async (value, revision) => {
      const { showRevisions: wanted, ...site } = value;
      const sent = wanted === showRevisions ? site : value;
      return withAllValues(await save(sent, revision));
    },
  };
};

export const useSiteEdit = (source: EditSource<Site>): Edit<SiteValues> =>
  useEdit({
    name: 'site',
    source: valuesOf(source),
    read: (kept) => readValue(siteFields, kept),
    validate: (site) => validate(siteSchema, withLogoType(site)),
    messages: MESSAGES,
    fieldNames: LABELS,
  });

const { Fields, Field, Choice } = bindFields(siteFields);

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
      <Choice
        name="homeButtonMode"
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
      <Field name="showRevisions" />
    </Fields>
  );
};
