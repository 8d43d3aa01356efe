import styles from './shortcut-keys.module.css';

/** Shows the keys that do the same as the button, where there is a keyboard: `Ctrl+S`, or `⌘+S` on Apple's systems. */
export function ShortcutKeys({ name }: { name: string }) {
  const modifier = isApple() ? '⌘' : 'Ctrl';
  return (
    <kbd aria-hidden="true" className={styles['keys']}>
      {modifier}+{name}
    </kbd>
  );
}

export const isApple = (): boolean => /Mac|iPhone|iPad/.test(navigator.userAgent);
