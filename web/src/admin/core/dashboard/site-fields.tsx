import {
  META_DESCRIPTION_IDEAL_LENGTH,
  siteFields,
  siteMessages,
  type Logo,
  type SiteValues,
} from 'content-schema';
import { RadioGroup } from '../../../ui/form/choice.tsx';
import type { ValueProps } from '../../../ui/form/field.tsx';
import { bindFields } from '../editing/fields/bound-fields.tsx';
import { HueField } from './hue-field.tsx';
import { LogoField } from './logo-field.tsx';

const { Fields, Field } = bindFields(siteFields);

export const SiteFields = ({ value: site, onChange }: ValueProps<SiteValues>) => {
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
      <Field name="lang" hint="Of your texts, such as en, de or pt-BR." autoComplete="off" />
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
      <LogoField value={logo} onChange={changeLogo} />
      <HueField value={site.hue} onChange={(hue) => onChange({ ...site, hue })} />
      <div className="stack-2">
        <Field name="suggestCorrections" />
        <p className="hint">
          Each post links to GitHub’s editor of its file, as long as the repository there is public.
        </p>
      </div>
    </Fields>
  );
};
