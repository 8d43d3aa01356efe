import type { ReactNode } from 'react';
import { classNames } from '../class-names.js';
import { CheckIcon } from '../icons/icons.js';
import styles from './menu.module.css';

interface ItemLabel {
  label: string;
  icon?: ReactNode;
  danger?: boolean;
}

interface ActionItem extends ItemLabel {
  onSelect: () => void;
  pressed?: boolean;
  href?: undefined;
}

export type MenuItem = ActionItem | (ItemLabel & { href: string });

/** A text is the small title of the items beside it. */
export type MenuGroup = readonly (MenuItem | string)[];

interface MenuItemsProps {
  groups: readonly MenuGroup[];
  /** It is called before the item's own action. */
  onChosen: () => void;
}

export function MenuItems({ groups, onChosen }: MenuItemsProps) {
  return groups.map((group) => {
    const title = group.find((item) => typeof item === 'string');
    const items = group.filter((item) => typeof item !== 'string');
    return (
      <div className={styles['group']} key={title ?? items[0]?.label}>
        {title !== undefined && <p className={`soft-xs strong ${styles['title']}`}>{title}</p>}
        <ul aria-label={title}>
          {items.map((item) => (
            <li key={item.label}>
              <Item item={item} onChosen={onChosen} />
            </li>
          ))}
        </ul>
      </div>
    );
  });
}

function Item({ item, onChosen }: { item: MenuItem; onChosen: () => void }) {
  const className = classNames('row bare subhead', styles['item'], item.danger && styles['danger']);
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
    onChosen();
    onSelect();
  };
  return (
    <button aria-pressed={pressed} className={className} onClick={select} type="button">
      {icon}
      <span className="grow">{label}</span>
      {pressed === true && <CheckIcon />}
    </button>
  );
}
