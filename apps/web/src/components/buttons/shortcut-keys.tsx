import styles from './shortcut-keys.module.css';

export function ShortcutKeys({ name }: { name: string }) {
  const modifier = isApple() ? '⌘' : 'Ctrl';
  return (
    <kbd aria-hidden="true" className={styles['keys']}>
      {modifier}+{name}
    </kbd>
  );
}

export const isApple = (): boolean => /Mac|iPhone|iPad/.test(navigator.userAgent);
