import type { ReactNode } from 'react';
import { Button, type ButtonProps } from './button.js';
import styles from './icon-button.module.css';
import { Tooltip } from './tooltip.js';

interface IconButtonProps extends Omit<ButtonProps, 'children' | 'iconLeft' | 'iconRight' | 'size' | 'variant'> {
  icon: ReactNode;
  /** What it is called: in its tooltip, and for screen readers. */
  label: string;
}

/** A button that shows only an icon. */
export function IconButton({ icon, label, className, ...rest }: IconButtonProps) {
  return (
    <Tooltip className={className} text={label}>
      <Button {...rest} aria-label={label} className={styles['icon']} iconLeft={icon} size="sm" variant="ghost" />
    </Tooltip>
  );
}
