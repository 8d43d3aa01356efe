import type { ReactNode } from 'react';
import { Button, type ButtonProps } from './button.js';
import styles from './button.module.css';
import { Tooltip } from './tooltip.js';

interface IconButtonProps extends Omit<ButtonProps, 'children' | 'iconLeft' | 'iconRight' | 'size' | 'variant'> {
  icon: ReactNode;
  label: string;
}

export function IconButton({ icon, label, className, ...rest }: IconButtonProps) {
  return (
    <Tooltip className={className} text={label}>
      <Button {...rest} aria-label={label} className={styles['icon']} iconLeft={icon} size="sm" variant="ghost" />
    </Tooltip>
  );
}
