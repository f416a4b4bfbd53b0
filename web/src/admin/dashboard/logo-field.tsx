import { LOGO_TYPES, logoFields, type Logo } from 'content-schema';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { FileButton } from '../../ui/form/file-button.tsx';
import { useField } from '../../ui/form/form-context.ts';
import { TextField } from '../../ui/form/text-field.tsx';
import { Problem } from '../../ui/problem.tsx';
import styles from './logo-field.module.css';
import { readLogo } from './read-logo.ts';

interface LogoFieldProps {
  readonly logo: Logo | null;
  readonly onChange: (logo: Logo | null) => void;
}

/** The logo as it looks, its description for those who don't see it, and another in its place. */
export const LogoField = ({ logo, onChange }: LogoFieldProps) => {
  const { id, error } = useField('logo.data');
  const [unusable, setUnusable] = useState<string>();
  const problem = unusable ?? error;
  const hintId = `${id}-hint`;

  const choose = async (file: File) => {
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
    <div className={styles.field}>
      <div className={styles.picture}>
        {logo ? (
          <img className={styles.logo} src={logo.data} alt={logo.alt || 'The logo'} />
        ) : (
          <p className={styles.none}>No logo yet</p>
        )}
      </div>
      <div className={styles.buttons}>
        <FileButton
          id={id}
          accept={LOGO_TYPES.join()}
          aria-describedby={hintId}
          onChoose={(file) => void choose(file)}
        >
          {logo ? 'Replace logo' : 'Upload logo'}
        </FileButton>
        {logo && <Button onClick={remove}>Remove logo</Button>}
      </div>
      <p id={hintId} className={styles.hint}>
        PNG, SVG, JPG or WEBP, smaller than 512KB.
      </p>
      {problem !== undefined && <Problem>{problem}</Problem>}
      {logo && (
        <TextField
          path="logo.alt"
          label="Logo alt text"
          hint="Read out instead of the logo, e.g. “Ada Lovelace, home”."
          maxLength={logoFields.fields.alt.maxLength}
          value={logo.alt}
          onChange={(alt) => onChange({ ...logo, alt })}
        />
      )}
    </div>
  );
};
