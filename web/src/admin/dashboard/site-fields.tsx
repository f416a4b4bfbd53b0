import {
  META_DESCRIPTION_IDEAL_LENGTH,
  siteFields,
  siteMessages,
  type Logo,
  type Site,
} from 'content-schema';
import { RadioGroup } from '../../ui/form/radio-group.tsx';
import { TextArea, TextField } from '../../ui/form/text-field.tsx';
import { FormSection } from '../layout/form-section.tsx';
import { LogoField } from './logo-field.tsx';
import { SECTIONS } from './sections.ts';

interface SiteFieldsProps {
  readonly site: Site;
  readonly change: (changes: Partial<Site>) => void;
}

export const SiteFields = ({ site, change }: SiteFieldsProps) => {
  const { title, description, homeButtonMode, logo } = site;
  const changeLogo = (next: Logo | null) =>
    change({ logo: next, ...(next === null && { homeButtonMode: 'text' }) });
  return (
    <FormSection {...SECTIONS.site}>
      <TextField
        path="title"
        label="Site title"
        autoComplete="off"
        value={title}
        onChange={(value) => change({ title: value })}
      />
      <TextArea
        path="description"
        label="Meta description"
        hint={`What search engines and links show; ideally under ${META_DESCRIPTION_IDEAL_LENGTH} characters.`}
        rows={3}
        maxLength={siteFields.fields.description.maxLength}
        value={description}
        onChange={(value) => change({ description: value })}
      />
      <RadioGroup
        path="homeButtonMode"
        label="Home button"
        options={[
          { value: 'text', label: 'Text', hint: 'The site title in lower case.' },
          {
            value: 'logo',
            label: 'Logo',
            hint: logo ? undefined : siteMessages.logoRequired,
            disabled: logo === null,
          },
        ]}
        value={homeButtonMode}
        onChange={(value) => change({ homeButtonMode: value })}
      />
      <LogoField logo={logo} onChange={changeLogo} />
    </FormSection>
  );
};
