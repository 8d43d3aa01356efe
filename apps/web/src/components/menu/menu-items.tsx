import type { ReactNode } from 'react';
import { classNames } from '../class-names.js';
import { CheckIcon } from '../icons/icons.js';
import styles from './menu.module.css';

interface ItemLook {
  label: string;
  icon?: ReactNode;
  danger?: boolean;
}

interface ActionItem extends ItemLook {
  onSelect: () => void;
  /** Of a switch, which leaves the list open. */
  pressed?: boolean;
  href?: undefined;
}

interface LinkItem extends ItemLook {
  /** Opened in another tab. */
  href: string;
}

export type MenuItem = ActionItem | LinkItem;

interface MenuItemsProps {
  items: readonly MenuItem[];
  /** Called before the item's own action. */
  onChosen: () => void;
}

/** Actions under each other, each with its name. */
export function MenuItems({ items, onChosen }: MenuItemsProps) {
  return (
    <ul>
      {items.map((item) => (
        <li key={item.label}>
          <Item item={item} onChosen={onChosen} />
        </li>
      ))}
    </ul>
  );
}

function Item({ item, onChosen }: { item: MenuItem; onChosen: () => void }) {
  const className = classNames(styles['item'], item.danger && styles['danger']);
  if (item.href !== undefined) {
    return (
      <a className={className} href={item.href} onClick={onChosen} rel="noopener noreferrer" target="_blank">
        {item.icon}
        {item.label}
      </a>
    );
  }
  const { icon, label, pressed, onSelect } = item;
  const select = () => {
    if (pressed === undefined) onChosen();
    onSelect();
  };
  return (
    <button aria-pressed={pressed} className={className} onClick={select} type="button">
      {icon}
      <span className={styles['label']}>{label}</span>
      {pressed === true && <CheckIcon />}
    </button>
  );
}
