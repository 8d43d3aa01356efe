import { useLayoutEffect, useRef, type ComponentProps, type ReactNode } from 'react';
import styles from './button.module.css';
import { classNames } from '../class-names.js';

export interface ButtonLook {
  variant?: 'primary' | 'secondary' | 'danger' | 'ghost';
  size?: 'sm' | 'md' | 'lg';
  iconLeft?: ReactNode;
  iconRight?: ReactNode;
}

export interface ButtonProps extends ButtonLook, ComponentProps<'button'> {
  /** Shows that work goes on and takes no presses meanwhile; the size stays as it was. */
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
  // Browsers take the focus from what is disabled and leave it nowhere.
  useLayoutEffect(() => {
    const button = content.current?.closest('button');
    if (loading) hadFocus.current = document.activeElement === button;
    else if (hadFocus.current) {
      hadFocus.current = false;
      if (document.activeElement === document.body) button?.focus();
    }
  }, [loading]);
  return (
    <button
      {...rest}
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

export interface ButtonLinkProps extends ButtonLook, ComponentProps<'a'> {}

/** A link that looks like a button. */
export function ButtonLink({
  variant = 'secondary',
  size = 'md',
  iconLeft,
  iconRight,
  className,
  children,
  ...rest
}: ButtonLinkProps) {
  return (
    <a {...rest} className={classNames(styles['button'], styles[variant], styles[size], className)}>
      <span className={styles['content']}>
        {iconLeft}
        {children !== undefined && <span>{children}</span>}
        {iconRight}
      </span>
    </a>
  );
}
