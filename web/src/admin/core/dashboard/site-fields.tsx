import {
  LOGO_MAX_BYTES,
  LOGO_TYPES,
  META_DESCRIPTION_IDEAL_LENGTH,
  isLogoType,
  logoFields,
  parseDataUrl,
  siteFields,
  siteMessages,
  type Logo,
  type SiteValues,
} from 'content-schema';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { RadioGroup } from '../../../ui/form/choice.tsx';
import type { ValueProps } from '../../../ui/form/field.tsx';
import { FileButton, readDataUrl } from '../../../ui/form/file-button.tsx';
import { useField } from '../../../ui/form/form.tsx';
import { Problem } from '../../../ui/messages.tsx';
import { Slot } from '../feature.tsx';
import { bindFields } from '../editing/fields/bound-fields.tsx';
import { HueField } from './hue-field.tsx';
import styles from './site-fields.module.css';

type LogoFile = Pick<Logo, 'data' | 'type'>;

/** Reads a chosen file as a logo, or returns the reason why it can't be one. */
const readLogo = async (file: File): Promise<LogoFile | { readonly problem: string }> => {
  const { type, size } = file;
  if (!isLogoType(type)) return { problem: siteMessages.logoType };
  if (size > LOGO_MAX_BYTES) return { problem: siteMessages.logoSize };
  const data = await readDataUrl(file);
  return parseDataUrl(data) ? { data, type } : { problem: siteMessages.logoUnreadable };
};

const { Fields: LogoFields, Field: LogoTextField } = bindFields(logoFields);

const LogoField = ({ value: logo, onChange }: ValueProps<Logo | null>) => {
  const { id, error } = useField('logo.data');
  const [unusable, setUnusable] = useState<string>();
  const problem = unusable ?? error;
  const hintId = `${id}-hint`;

  const choose = async ([file]: readonly File[]) => {
    if (!file) return;
    const read = await readLogo(file);
    if ('problem' in read) {
      setUnusable(read.problem);
      return;
    }
    setUnusable(undefined);
    onChange({ ...read, alt: logo?.alt ?? '' });
  };
  const remove = () => {
    setUnusable(undefined);
    onChange(null);
  };

  return (
    <>
      <div className="stack-3">
        <div className={styles.picture}>
          {logo ? (
            <img className={styles.logo} src={logo.data} alt={logo.alt || 'The logo'} />
          ) : (
            <p className="hint">No logo yet</p>
          )}
        </div>
        <div className="cluster-3">
          <FileButton
            id={id}
            accept={LOGO_TYPES.join()}
            aria-describedby={hintId}
            onChoose={(files) => void choose(files)}
          >
            {logo ? 'Replace logo' : 'Upload logo'}
          </FileButton>
          {logo && <Button onClick={remove}>Remove logo</Button>}
        </div>
        <p id={hintId} className="hint">
          PNG, SVG, JPG or WEBP, smaller than 512KB.
        </p>
        {problem !== undefined && <Problem>{problem}</Problem>}
      </div>
      {logo && (
        <LogoFields path="logo" value={logo} onChange={onChange}>
          <LogoTextField
            name="alt"
            hint="Read out instead of the logo, e.g. “Ada Lovelace, home”."
          />
        </LogoFields>
      )}
    </>
  );
};

/** Languages to choose from; any other can be typed. */
const LANGUAGES =
  'ar bg cs da de el en es et fa fi fr ga he hi hr hu id it ja ko lt lv nl no pl pt pt-BR ro ru sk sl sr sv tr uk vi zh';

const languageNames = new Intl.DisplayNames('en', { type: 'language' });

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
      <Field
        name="lang"
        hint="Of your texts, such as en, de or pt-BR."
        autoComplete="off"
        list="languages"
      />
      <datalist id="languages">
        {LANGUAGES.split(' ').map((code) => (
          <option key={code} value={code} label={languageNames.of(code)} />
        ))}
      </datalist>
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
      <RadioGroup
        path="typeface"
        label={siteFields.fields.typeface.label}
        value={site.typeface}
        onChange={(typeface) => onChange({ ...site, typeface })}
        options={[
          { value: 'serif', label: 'Serif', hint: 'Headings and posts in a serif.' },
          { value: 'sans', label: 'Sans', hint: 'Everything in a sans-serif.' },
          { value: 'mono', label: 'Mono', hint: 'The same, with monospaced headings.' },
        ]}
      />
      <Slot name="look" />
      <div className="stack-2">
        <Field name="suggestCorrections" />
        <p className="hint">
          Each post links to GitHub’s editor of its file, as long as the repository there is public.
        </p>
      </div>
    </Fields>
  );
};
