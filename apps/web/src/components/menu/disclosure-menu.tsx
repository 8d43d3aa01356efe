import { useId, type ReactNode } from 'react';
import { Button } from '../buttons/button.js';
import { classNames } from '../class-names.js';
import styles from './disclosure-menu.module.css';
import menuStyles from './menu.module.css';
import { MenuItems, type MenuItem } from './menu-items.js';
import { useDisclosure } from './use-disclosure.js';

interface DisclosureMenuProps {
  buttonText?: ReactNode;
  /** A button that shows only an icon has a label instead of `buttonText`. */
  label?: string;
  iconLeft?: ReactNode;
  iconRight?: ReactNode;
  /** It stands above the items. */
  heading?: ReactNode;
  items: readonly MenuItem[];
}

/** A button shows a short list of actions below it. */
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
