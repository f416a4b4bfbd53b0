import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { classNames } from './class-names.ts';
import styles from './button.module.css';

type Variant = 'primary' | 'quiet' | 'danger' | 'plain' | 'plainStrong' | 'plainDanger';

interface Common {
  readonly children: ReactNode;
  /**
   * `primary` is the main button of a page or dialog. Buttons in a list are `plain`: `plainStrong`
   * for the most common action, `plainDanger` for a destructive one.
   */
  readonly variant?: Variant;
}

interface ButtonProps extends Common, Omit<ComponentProps<'button'>, 'children' | 'className'> {
  /** The action is running: the button keeps the focus but can't be pressed. */
  readonly pending?: boolean;
}

const classOf = (variant: Variant): string =>
  classNames('with-icon', styles.button, styles[variant]);

export const Button = ({
  variant = 'quiet',
  pending = false,
  type = 'button',
  onClick,
  ...rest
}: ButtonProps) => {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (pending) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      {...rest}
      type={type}
      className={classOf(variant)}
      aria-disabled={pending}
      onClick={press}
    />
  );
};

interface ButtonLinkProps
  extends Common, Pick<ComponentProps<'a'>, 'rel' | 'aria-label' | 'aria-describedby'> {
  /** A path of this site, or any other address. */
  readonly to: string;
}

export const ButtonLink = ({ variant = 'quiet', ...rest }: ButtonLinkProps) => (
  <Link {...rest} className={classOf(variant)} />
);
