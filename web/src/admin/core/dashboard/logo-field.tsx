import {
  LOGO_MAX_BYTES,
  LOGO_TYPES,
  isLogoType,
  logoFields,
  parseDataUrl,
  siteMessages,
  type Logo,
} from 'content-schema';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { FileButton } from '../../../ui/form/file-button.tsx';
import type { ValueProps } from '../../../ui/form/field.tsx';
import { useField } from '../../../ui/form/form.tsx';
import { Problem } from '../../../ui/messages.tsx';
import { bindFields } from '../editing/fields/bound-fields.tsx';
import styles from './logo-field.module.css';

type LogoFile = Pick<Logo, 'data' | 'type'>;

/** Resolves to an empty string if the file can't be read. */
const readDataUrl = (file: File): Promise<string> =>
  new Promise((resolve) => {
    const reader = new FileReader();
    reader.onloadend = () => resolve(typeof reader.result === 'string' ? reader.result : '');
    reader.readAsDataURL(file);
  });

/** Reads a chosen file as a logo, or returns the reason why it can't be one. */
const readLogo = async (file: File): Promise<LogoFile | { readonly problem: string }> => {
  const { type, size } = file;
  if (!isLogoType(type)) return { problem: siteMessages.logoType };
  if (size > LOGO_MAX_BYTES) return { problem: siteMessages.logoSize };
  const data = await readDataUrl(file);
  return parseDataUrl(data) ? { data, type } : { problem: siteMessages.logoUnreadable };
};

const { Fields, Field } = bindFields(logoFields);

export const LogoField = ({ value: logo, onChange }: ValueProps<Logo | null>) => {
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
      {logo && (
        <Fields path="logo" value={logo} onChange={onChange}>
          <Field name="alt" hint="Read out instead of the logo, e.g. “Ada Lovelace, home”." />
        </Fields>
      )}
    </div>
  );
};
