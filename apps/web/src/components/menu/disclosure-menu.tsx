import { useId, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { Button } from '../buttons/button.js';
import { classNames } from '../class-names.js';
import styles from './disclosure-menu.module.css';
import menuStyles from './menu.module.css';
import { MenuItems, type MenuItem } from './menu-items.js';

interface DisclosureMenuProps {
  buttonText?: ReactNode;
  label?: string;
  iconLeft?: ReactNode;
  iconRight?: ReactNode;
  heading?: ReactNode;
  items: readonly MenuItem[];
}

export function DisclosureMenu({ label, buttonText, iconLeft, iconRight, heading, items }: DisclosureMenuProps) {
  const { open, root, button, toggle, close } = useDisclosure();
  const listId = useId();
  return (
    <div className={styles['root']} ref={root}>
      <Button
        aria-controls={open ? listId : undefined}
        aria-expanded={open}
        aria-label={label}
        iconLeft={iconLeft}
        iconRight={iconRight}
        onClick={toggle}
        ref={button}
        size="sm"
        variant="ghost"
      >
        {buttonText}
      </Button>
      {open && (
        <div className={classNames(menuStyles['menu'], styles['below'])} id={listId}>
          {heading !== undefined && <div className={styles['heading']}>{heading}</div>}
          <MenuItems items={items} onChosen={close} />
        </div>
      )}
    </div>
  );
}

/** A button opens the popup. It closes on Esc, and when focus or pointer leaves `root`, which holds both. */
export function useDisclosure() {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);

  const close = useCallback(() => {
    setOpen(false);
    // A dialog that opens returns focus to what had it: that must be the button, because the pressed item is removed by
    // then.
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
