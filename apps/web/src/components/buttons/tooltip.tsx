import { useEffect, useRef, useState, type FocusEvent, type PointerEvent, type ReactNode } from 'react';
import { classNames } from '../class-names.js';
import styles from './tooltip.module.css';

const EDGE_PX = 4;

/** Two tips beside each other would overlap, so at most one is shown. */
let hideShown: (() => void) | undefined;

interface TooltipProps {
  text: string;
  children: ReactNode;
  className?: string | undefined;
}

export function Tooltip({ text, children, className }: TooltipProps) {
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
      className={classNames(styles['root'], className)}
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
