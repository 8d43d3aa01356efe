import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Button, type ButtonStyle } from '../../../components/buttons/button.js';
import { classNames } from '../../../components/class-names.js';
import { MoreIcon } from '../../../components/icons/action-icons.js';
import menuStyles from '../../../components/menu/menu.module.css';
import { MenuItems, type MenuItem } from '../../../components/menu/menu-items.js';
import { useDisclosure } from '../../../components/menu/disclosure-menu.js';
import { dashboardTexts } from '../../../texts/sites/dashboard.js';
import styles from '../my-sites.module.css';

const GAP_PX = 8;

interface ActionMenuProps {
  items: readonly MenuItem[];
  className?: string | undefined;
  /** The button has this text and icon instead of three dots. */
  label?: { text: string; icon: ReactNode; variant: ButtonStyle['variant'] };
}

/** A button opens all further actions. Its list is in the top layer, where the card clips nothing. */
export function ActionMenu({ items, className, label }: ActionMenuProps) {
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
    <div className={styles['root']} ref={root}>
      <Button
        aria-controls={open ? listId : undefined}
        aria-expanded={open}
        aria-label={label ? undefined : dashboardTexts.card.actions}
        className={className}
        iconLeft={label?.icon ?? <MoreIcon />}
        onClick={toggle}
        ref={button}
        size="sm"
        variant={label?.variant ?? 'ghost'}
      >
        {label?.text}
      </Button>
      {open && (
        <div className={classNames(menuStyles['menu'], styles['floating'])} id={listId} popover="manual" ref={popup}>
          <MenuItems items={items} onChosen={close} />
        </div>
      )}
    </div>
  );
}

/**
 * The list is under the button, or above it at the bottom of the window. Their right edges are aligned where there is
 * space.
 */
function placeBeside(list: HTMLElement, button: HTMLElement): void {
  const at = button.getBoundingClientRect();
  const { width, height } = list.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  const fitsBelow = at.bottom + GAP_PX + height <= clientHeight || at.top < height + GAP_PX;
  list.style.top = `${fitsBelow ? at.bottom + GAP_PX : at.top - GAP_PX - height}px`;
  list.style.left = `${Math.max(GAP_PX, Math.min(at.right, clientWidth - GAP_PX) - width)}px`;
}
