import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { Button } from './button.js';
import styles from './disclosure-menu.module.css';

export interface MenuItem {
  label: string;
  icon?: ReactNode;
  onSelect: () => void;
}

export interface DisclosureMenuProps {
  /** What the button shows … */
  buttonText?: ReactNode;
  /** … or, for a button with an icon alone, what it is called. */
  label?: string;
  iconLeft?: ReactNode;
  iconRight?: ReactNode;
  /** Stands above the items. */
  heading?: ReactNode;
  items: readonly MenuItem[];
}

/** A button that shows a short list of actions. Closes on Esc, on a choice, and when focus or pointer goes elsewhere. */
export function DisclosureMenu({ label, buttonText, iconLeft, iconRight, heading, items }: DisclosureMenuProps) {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const listId = useId();

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
    box.addEventListener(
      'keydown',
      (event) => {
        if (event.key !== 'Escape') return;
        setOpen(false);
        button.current?.focus();
      },
      { signal },
    );
    return () => stop.abort();
  }, [open]);

  const select = (item: MenuItem) => {
    setOpen(false);
    // A dialog that opens gives focus back to what had it: that must be the button, the item is gone by then.
    button.current?.focus();
    item.onSelect();
  };

  return (
    <div className={styles['root']} ref={root}>
      <Button
        aria-controls={open ? listId : undefined}
        aria-expanded={open}
        aria-label={label}
        iconLeft={iconLeft}
        iconRight={iconRight}
        onClick={() => setOpen(!open)}
        ref={button}
        size="sm"
        variant="ghost"
      >
        {buttonText}
      </Button>
      {open && (
        <div className={styles['popup']} id={listId}>
          {heading !== undefined && <div className={styles['heading']}>{heading}</div>}
          <ul>
            {items.map((item) => (
              <li key={item.label}>
                <button className={styles['item']} onClick={() => select(item)} type="button">
                  {item.icon}
                  {item.label}
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
