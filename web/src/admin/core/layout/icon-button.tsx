import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import styles from './icon-button.module.css';

interface IconButtonProps extends ComponentProps<'button'> {
  readonly label: string;
  readonly icon: LucideIcon;
}

export const IconButton = ({
  label,
  icon: Icon,
  className,
  children,
  ...rest
}: IconButtonProps) => (
  <button
    type="button"
    aria-label={label}
    title={label}
    {...rest}
    className={classNames('bare with-icon', styles.button, className)}
  >
    <Icon size={18} aria-hidden="true" />
    {children}
  </button>
);
