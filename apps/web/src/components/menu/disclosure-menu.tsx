import { useCallback, useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { Button, type ButtonProps } from '../buttons/button.js';
import menuStyles from './menu.module.css';
import { MenuItems, type MenuGroup } from './menu-items.js';

const GAP_PX = 8;
/** The list stays as far from the window's edges as the screen's content. */
const EDGE_PX = 16;
const HEADER_PX = 56;

interface DisclosureMenuProps extends Pick<ButtonProps, 'className' | 'iconLeft' | 'iconRight' | 'variant'> {
  buttonText?: ReactNode;
  label?: string;
  heading?: ReactNode;
  groups: readonly MenuGroup[];
}

/** A button opens a list of actions. The list is in the top layer, where nothing clips it. */
export function DisclosureMenu({ label, buttonText, heading, groups, ...buttonProps }: DisclosureMenuProps) {
  const { open, root, button, toggle, close } = useDisclosure();
  const popup = useRef<HTMLDivElement>(null);
  const listId = useId();

  useEffect(() => {
    const list = popup.current;
    if (!open || !list) return undefined;
    const stop = new AbortController();
    const { signal } = stop;
    const place = () => button.current && placeBeside(list, button.current);
    list.showPopover();
    place();
    window.addEventListener('scroll', place, { signal, capture: true, passive: true });
    window.addEventListener('resize', place, { signal });
    return () => stop.abort();
  }, [open, button]);

  return (
    <div ref={root}>
      <Button
        variant="ghost"
        {...buttonProps}
        aria-controls={open ? listId : undefined}
        aria-expanded={open}
        aria-label={label}
        onClick={toggle}
        ref={button}
        size="sm"
      >
        {buttonText}
      </Button>
      {open && (
        <div className={`box ${menuStyles['menu']}`} id={listId} popover="manual" ref={popup}>
          {heading !== undefined && <div className={`soft-xs ${menuStyles['heading']}`}>{heading}</div>}
          <MenuItems groups={groups} onChosen={close} />
        </div>
      )}
    </div>
  );
}

/**
 * The list is under the button where there is space, else right of its card, which stays readable, or left of the
 * button, else on the side of the button with more space. What does not fit is scrolled inside the list.
 */
function placeBeside(list: HTMLElement, button: HTMLElement): void {
  const at = button.getBoundingClientRect();
  const card = (button.closest('article') ?? button).getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  const { offsetWidth: width, offsetHeight, clientHeight: innerHeight, scrollHeight } = list;
  const height = scrollHeight + offsetHeight - innerHeight;
  const [rightmost, lowest] = [clientWidth - EDGE_PX - width, clientHeight - EDGE_PX - height];
  const below = at.bottom + GAP_PX;
  const beside = [card.right + GAP_PX, at.left - GAP_PX - width].find((left) => left >= EDGE_PX && left <= rightmost);
  const under = at.right - width < EDGE_PX ? Math.max(EDGE_PX, at.left) : at.right - width;
  const isBeside = below > lowest && beside !== undefined;
  const isAbove = !isBeside && below > lowest && at.top - HEADER_PX > clientHeight - at.bottom;
  const top = isBeside ? Math.max(HEADER_PX, lowest) : isAbove ? Math.max(HEADER_PX, at.top - GAP_PX - height) : below;
  list.style.top = `${top}px`;
  list.style.maxHeight = `${(isAbove ? at.top - GAP_PX : clientHeight - EDGE_PX) - top}px`;
  list.style.left = `${isBeside ? beside : Math.min(under, rightmost)}px`;
}

/** A button opens the popup. It closes on Esc, and when focus or pointer leaves `root`, which holds both. */
function useDisclosure() {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);

  const close = useCallback(() => {
    setOpen(false);
    // A dialog that opens returns the focus to the button, because the pressed item is removed by then.
    button.current?.focus();
  }, []);

  useEffect(() => {
    const box = root.current;
    if (!open || !box) return undefined;
    const stop = new AbortController();
    const { signal } = stop;
    const closeOutside = (target: EventTarget | null) => {
      if (target instanceof Node && !box.contains(target)) setOpen(false);
    };
    document.addEventListener('pointerdown', (event) => closeOutside(event.target), { signal });
    box.addEventListener('focusout', (event) => closeOutside(event.relatedTarget), { signal });
    box.addEventListener('keydown', (event) => event.key === 'Escape' && close(), { signal });
    return () => stop.abort();
  }, [open, close]);

  return { open, root, button, toggle: () => setOpen(!open), close };
}
