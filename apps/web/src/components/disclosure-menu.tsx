import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
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
    if (!open) return undefined;
    const closeFromOutside = (event: PointerEvent) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) setOpen(false);
    };
    document.addEventListener('pointerdown', closeFromOutside);
    return () => document.removeEventListener('pointerdown', closeFromOutside);
  }, [open]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !open) return;
    setOpen(false);
    button.current?.focus();
  };
  const select = (item: MenuItem) => {
    setOpen(false);
    // A dialog that opens gives focus back to what had it: that must be the button, the item is gone by then.
    button.current?.focus();
    item.onSelect();
  };

  return (
    <div
      className={styles['root']}
      onBlur={(event) => {
        if (event.relatedTarget instanceof Node && !event.currentTarget.contains(event.relatedTarget)) setOpen(false);
      }}
      onKeyDown={onKeyDown}
      ref={root}
    >
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
