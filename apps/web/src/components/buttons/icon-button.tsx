import type { ReactNode } from 'react';
import { classNames } from '../class-names.js';
import { Button, ButtonLink, type ButtonLinkProps, type ButtonProps } from './button.js';
import styles from './icon-button.module.css';
import { Tooltip } from './tooltip.js';

interface Look {
  icon: ReactNode;
  /** What it is called: in its tooltip, and for screen readers. */
  label: string;
}

type IconButtonProps = Look &
  Omit<ButtonProps, 'children' | 'iconLeft' | 'iconRight' | 'size' | 'variant'> & {
    pressed?: boolean | undefined;
    danger?: boolean;
  };

/** A button that shows only an icon. */
export function IconButton({ icon, label, pressed, danger = false, className, ...rest }: IconButtonProps) {
  return (
    <Tooltip className={className} text={label}>
      <Button
        {...rest}
        aria-label={label}
        aria-pressed={pressed}
        className={classNames(styles['icon'], danger && styles['danger'], pressed && styles['pressed'])}
        iconLeft={icon}
        size="sm"
        variant="ghost"
      />
    </Tooltip>
  );
}

/** A link that looks like an {@link IconButton}. */
export function IconLink({
  icon,
  label,
  ...rest
}: Look & Omit<ButtonLinkProps, 'children' | 'iconLeft' | 'iconRight' | 'size' | 'variant'>) {
  return (
    <Tooltip text={label}>
      <ButtonLink {...rest} aria-label={label} className={styles['icon']} iconLeft={icon} size="sm" variant="ghost" />
    </Tooltip>
  );
}
