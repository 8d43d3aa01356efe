import {
  useLayoutEffect,
  useRef,
  useEffect,
  useState,
  type ComponentProps,
  type ReactNode,
  type FocusEvent,
  type PointerEvent,
} from 'react';
import { classNames } from '../class-names.js';
import styles from './button.module.css';

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
      <span className={`row ${styles['content']}`} ref={content}>
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

const EDGE_PX = 4;

/** Two tips beside each other would overlap, so at most one is shown. */
let hideShown: (() => void) | undefined;

interface TooltipProps {
  text: string;
  children: ReactNode;
  className?: string | undefined;
}

function Tooltip({ text, children, className }: TooltipProps) {
  const [shown, setShown] = useState(false);
  const root = useRef<HTMLSpanElement>(null);
  const tip = useRef<HTMLSpanElement>(null);
  const hide = () => setShown(false);
  const show = () => {
    hideShown?.();
    hideShown = hide;
    setShown(true);
  };

  useEffect(() => {
    const popover = tip.current;
    if (!shown || !popover) return undefined;
    popover.showPopover();
    if (root.current) placeAbove(popover, root.current);
    const stop = new AbortController();
    const { signal } = stop;
    document.addEventListener('click', () => setShown(false), { signal });
    document.addEventListener('keydown', ({ key }) => key === 'Escape' && setShown(false), { signal });
    // Otherwise it would stay in place while the control scrolls.
    window.addEventListener('scroll', () => setShown(false), { signal, capture: true, passive: true });
    return () => {
      stop.abort();
      popover.hidePopover();
    };
  }, [shown]);

  return (
    <span
      className={classNames(styles['tipped'], className)}
      onBlur={hide}
      onFocus={({ target }: FocusEvent) => target.matches(':focus-visible') && show()}
      onPointerEnter={({ pointerType }: PointerEvent) => pointerType !== 'touch' && show()}
      onPointerLeave={hide}
      ref={root}
    >
      {children}
      <span aria-hidden="true" className={styles['tip']} popover="manual" ref={tip}>
        {shown && text}
      </span>
    </span>
  );
}

/** The tip is in the window's top layer, where nothing clips it. */
function placeAbove(tip: HTMLElement, control: HTMLElement): void {
  const at = control.getBoundingClientRect();
  const { width, height } = tip.getBoundingClientRect();
  const left = at.left + (at.width - width) / 2;
  const furthest = document.documentElement.clientWidth - width - EDGE_PX;
  tip.style.left = `${Math.max(EDGE_PX, Math.min(left, furthest))}px`;
  tip.style.top = `${at.top >= height + EDGE_PX ? at.top - height : at.bottom}px`;
}

export function ShortcutKeys({ name }: { name: string }) {
  const modifier = isApple() ? '⌘' : 'Ctrl';
  return (
    <kbd aria-hidden="true" className={styles['keys']}>
      {modifier}+{name}
    </kbd>
  );
}

export const isApple = (): boolean => /Mac|iPhone|iPad/.test(navigator.userAgent);
