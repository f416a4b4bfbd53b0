import { Button } from '../../../ui/button.tsx';
import { Problem } from '../../../ui/messages.tsx';
import { COPY_FAILED, useCopy } from '../../../ui/use-copy.ts';
import { classNames } from '../../../ui/class-names.ts';
import fieldStyles from '../../../ui/form/field.module.css';
import styles from './copy-field.module.css';

interface CopyFieldProps {
  readonly label: string;
  readonly value: string;
  readonly variant?: 'primary' | 'quiet';
}

export const CopyField = ({ label, value, variant = 'quiet' }: CopyFieldProps) => {
  const { state, copy } = useCopy();
  return (
    <>
      <div className="cluster-3">
        <input
          className={classNames(fieldStyles.control, styles.text)}
          readOnly
          aria-label={label}
          value={value}
          onFocus={(event) => event.target.select()}
        />
        <Button variant={variant} onClick={() => void copy(value)}>
          {state === 'copied' ? 'Copied' : 'Copy'}
        </Button>
      </div>
      {state === 'failed' && <Problem>{COPY_FAILED}</Problem>}
    </>
  );
};
