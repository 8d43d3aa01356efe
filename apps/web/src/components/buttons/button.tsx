import { useLayoutEffect, useRef, type ComponentProps, type ReactNode } from 'react';
import styles from './button.module.css';
import { classNames } from '../class-names.js';
import { Tooltip } from './tooltip.js';

interface ButtonStyle {
  variant?: 'primary' | 'secondary' | 'danger' | 'ghost';
  size?: 'sm' | 'md' | 'lg' | undefined;
}

export interface ButtonProps extends ButtonStyle, ComponentProps<'button'> {
  iconLeft?: ReactNode;
  iconRight?: ReactNode;
  loading?: boolean;
}

export function Button({
  variant = 'secondary',
  size = 'md',
  iconLeft,
  iconRight,
  loading = false,
  disabled = false,
  className,
  children,
  type = 'button',
  ...rest
}: ButtonProps) {
  const content = useRef<HTMLSpanElement>(null);
  const hadFocus = useRef(false);
  // A disabled button loses the focus, and no other element gets it. It takes the focus back once its action has ended.
  useLayoutEffect(() => {
    if (loading) return;
    const button = content.current?.closest('button');
    if (hadFocus.current && document.activeElement === document.body) button?.focus();
    hadFocus.current = document.activeElement === button;
  }, [loading]);
  return (
    <button
      {...rest}
      onBlur={({ currentTarget }) => (hadFocus.current = currentTarget.disabled)}
      onFocus={() => (hadFocus.current = true)}
      aria-busy={loading || undefined}
      className={classNames(styles['button'], styles[variant], styles[size], className)}
      disabled={disabled || loading}
      type={type}
    >
      <span className={styles['content']} ref={content}>
        {iconLeft}
        {children !== undefined && <span>{children}</span>}
        {iconRight}
      </span>
      {loading && <span aria-hidden="true" className={styles['spinner']} />}
    </button>
  );
}

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

type ButtonLinkProps = ButtonStyle & ComponentProps<'a'>;

export function ButtonLink({ variant = 'secondary', size = 'md', className, children, ...rest }: ButtonLinkProps) {
  return (
    <a {...rest} className={classNames(styles['button'], styles[variant], styles[size], className)}>
      {children}
    </a>
  );
}

export function LinkButton({ className = '', ...rest }: ComponentProps<'button'>) {
  return <button {...rest} className={`link-button ${className}`} type="button" />;
}
